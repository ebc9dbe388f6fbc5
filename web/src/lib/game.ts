/** What a game brings to the table: how it is drawn and told. It knows no rules: moves are offered by the server. */
import type { Component } from "svelte";

import type { Plainly, Sentences } from "$lib/sentences";
import type { IconName } from "$lib/pieces/Icon.svelte";
import type { SoundName } from "$lib/sound";
import type { AnyGame, GameTypes, OptionCard, Question, Story, TableCard } from "$lib/wire";

/**
 * A moment to be looked at: the table as it is drawn then, the event that is told meanwhile, and for how long.
 *
 * What happened between two views is told in scenes: a stack that walks field by field is a scene for every field. The
 * last scene's view is always the server's.
 */
export interface Scene<G extends GameTypes = AnyGame> {
  readonly view: G["View"];
  readonly event: G["Event"] | null;
  readonly ms: number;
  /** The same event once more: a repeat, slowly. */
  readonly again?: boolean;
  /** It is played by the clock and takes as long as it takes, at any tempo: a shot, a voyage. It hurries where the
   * person is behind, or their own clock is running out; then it may be shown for less than its `ms`. */
  readonly whole?: boolean;
}

/** What a game's table is given. */
export interface TableProps<G extends GameTypes = AnyGame> {
  /** What is to be drawn now. */
  readonly scene: Scene<G>;
  /** Whose eyes look; null: a spectator's. */
  readonly seat: number | null;
  /** What this seat is asked, if it may answer now: not while scenes are played, and never in a replay. */
  readonly question: Question<G> | null;
  readonly card: TableCard<G>;
  readonly sentences: Sentences;
  /** The move that a hint proposes, to be shown on the table. */
  readonly hinted: G["Move"] | null;
  /** Answer the question. A move that is refused opens the rule; the question stays. */
  readonly play: (move: G["Move"]) => Promise<void>;
  /** Tell the server that what the answer will time begins now: where a move says how long it took, from here on. */
  readonly signal: () => void;
  /** Begin what the next scene waits for, see `GameTable.begunBy`; without, it waits for nothing. */
  readonly begin?: (() => void) | undefined;
  /** Show why something cannot be done: a reason's name, and the number of the rule. */
  readonly why: (reason: string, rule: string) => void;
  /** The end of the game has been read: show the result. Only where somebody sits at the table, not in a replay. */
  readonly onward?: (() => void) | undefined;
}

/**
 * What the seats' rail says of a seat: a few words on what it has, and what counts as its score where that may be seen.
 */
export interface SeatNote {
  readonly has: string;
  readonly score: number | null;
  /** What the score counts: “karty”, “punkty”. */
  readonly unit: string;
  /** In a word, what is awaited of this seat: “decydujesz”. For one's own seat `you` is true. */
  readonly awaited: string;
}

/** What a small picture of a moment is given: the table, by whose eyes, what was done then, and what was better. */
export interface StillProps<G extends GameTypes = AnyGame> {
  readonly view: G["View"];
  readonly seat: number;
  readonly move: G["Move"];
  readonly better: G["Move"] | null;
}

/** One page of the introduction: a picture, a heading, two sentences. */
export interface IntroPage {
  readonly picture: Component;
  readonly title: string;
  readonly text: string;
}

/** What is counted so far: the points of every seat, by the parts of its score. */
export type Count = readonly Readonly<Record<string, number>>[];

/** One beat of how a game's end is told: for how long it is looked at, what it says, and what is counted with it. */
export interface Beat {
  readonly ms: number;
  readonly says: string;
  readonly count: Count;
}

/** What an end is told from. */
export interface EndingFacts<G extends GameTypes = AnyGame> {
  /** The table in the end, as whoever looks sees it. */
  readonly view: G["View"];
  readonly card: TableCard<G>;
  readonly sentences: Sentences;
  /** Whose eyes look; null: a spectator's. */
  readonly eye: number | null;
}

/** What the drawings of an end are given. */
export interface EndingProps<G extends GameTypes = AnyGame> extends EndingFacts<G> {
  /** What is worth telling of the whole game; null as long as it is not known. */
  readonly story: Story<G> | null;
  /** The beat that is looked at, from 0; as many as there are: all has been told. */
  readonly at: number;
  /** How long this beat lasts, in milliseconds. */
  readonly ms: number;
}

/** The same for the drawing in one seat's row. */
export interface EndingRowProps<G extends GameTypes = AnyGame> extends EndingProps<G> {
  readonly seat: number;
}

/**
 * How a game tells its own end. The frame has the clock: it goes from beat to beat, and so may whoever looks. The last
 * beat counts what the standings say.
 */
export interface Ending<G extends GameTypes = AnyGame> {
  beats(facts: EndingFacts<G>): readonly Beat[];
  /** Drawn above the rows of the seats. */
  readonly Stage?: Component<EndingProps<G>>;
  /** Drawn in the row of each seat, below its bar. */
  readonly Row?: Component<EndingRowProps<G>>;
  /** The kind of highlight that its drawings tell already: the frame tells another. */
  readonly draws?: string;
}

export interface GameTable<G extends GameTypes = AnyGame> {
  /** Draws the board (`<main class="table">`) and the dock (`<section class="dock">`). */
  readonly Table: Component<TableProps<G>>;
  /** A moment of a finished game as a small picture; without, the table itself, drawn small. Null: words have to do. */
  readonly Still?: Component<StillProps<G>> | null;
  /** Whether the table stays when the game is over, until whoever sits there has read how it ended. */
  readonly lingers?: boolean;
  /** How to tell what the game's words have no sentence for; without, they have to have every one. */
  readonly plainly?: Plainly;
  /** What happened between two views, in scenes; every event is in one of them, in order. */
  scenes(before: G["View"] | null, events: readonly G["Event"][], after: G["View"]): Scene<G>[];
  /**
   * Whether whoever looks must see an event, at any tempo: what they win or lose by it. `view` is the table before it;
   * `eye` null: a spectator's. What others do else is shown shorter where time is short.
   */
  essential?(event: G["Event"], view: G["View"], eye: number | null): boolean;
  /**
   * Whether an event is shown only when the person at this seat does something that decides nothing: their die was
   * rolled by the referee, and falls when they throw it. `view` is the table before it.
   */
  begunBy?(event: G["Event"], view: G["View"], seat: number): boolean;
  /** What the rail says of a seat. */
  note(view: G["View"], seat: number, you: boolean): SeatNote;
  /** In a word, why a seat is placed as it is in the end, where its points do not say so: “bez floty”. */
  fate?(view: G["View"], seat: number): string | null;
  /** How its end is told, loaded when it comes to that; none: the parts of the score, one after another. */
  readonly ending?: () => Promise<Ending<G>>;
  /** A few words on how far the game is: “tura 14”. */
  progress(view: G["View"]): string;
  /** What is heard with an event. */
  sound(event: G["Event"]): SoundName | null;
  /** Whether an event opens a new chapter of the log (a round, the count at the end), and its heading. */
  chapter(event: G["Event"]): string | null;
  /** Whose turn an event opens; null: it goes on. Without it a turn is what one seat does in a row. */
  turnOf?(event: G["Event"]): number | null;
  /** A turn in one human sentence or two, as far as it has come; null: its last event says it. */
  summary?(events: readonly G["Event"][], sentences: Sentences): string | null;
  /** Whose an event is that names no seat but something of theirs; null: of whoever moved. */
  whose?(event: G["Event"], view: G["View"]): number | null;
  /** An event as the log may read it, where others look over one's shoulder: without one's own secret. */
  discreet?(event: G["Event"]): G["Event"];
  /** The illustrated two minutes; none: the rules have to do. */
  intro(): readonly IntroPage[];
}

interface Layer {
  readonly src: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly turn?: number;
  /** On a card: its floor, a picture or a colour. */
  readonly floor?: string;
}

/** Drawings on a stage of 240 by 196, before a sky. */
export interface Picture {
  readonly sky: string;
  readonly layers: readonly Layer[];
}

/** A page of a game's own, loaded when somebody goes there. */
export type PageLoader = () => Promise<{ readonly default: Component<Record<string, never>> }>;

/** A way from a game to a page of its own. */
export interface GameLink {
  readonly href: string;
  readonly icon: IconName;
  readonly label: string;
}

/** A way to a page of its own that the home page shows as a card: what waits there, in a picture and a few words. */
export interface GameDoor extends Picture {
  readonly href: string;
  readonly title: string;
  readonly text: string;
  /** What its button says. */
  readonly go: string;
}

/** How a game is shown to who has not sat down at it yet. All pages load it: it brings no more than it says. */
export interface GamePoster extends Picture {
  /** The one drawing that stands for the game where there is little room. */
  readonly badge: string;
  /** How long it usually takes. */
  readonly minutes?: number;
  /** What it is about, where the poster says it otherwise than the game's summary. */
  about?(): string;
  /** Pages of its own, by their paths. */
  readonly pages?: Readonly<Record<string, PageLoader>>;
  /** The ways to them. */
  links?(): readonly GameLink[];
  /** Those of them that are open to everybody from the home page, without a table. */
  doors?(): readonly GameDoor[];
  /** What went wrong in the service of this game, by the server's codes. */
  problems?(): Readonly<Record<string, string>>;
}

/** What a control of a game's own for one option is given. */
export interface OptionPickerProps {
  readonly label: string;
  readonly option: OptionCard;
  /** How many values it takes at this table. */
  readonly count: number;
  readonly value: unknown;
  /** What the seats are called. */
  readonly seats: readonly string[];
  readonly sentences: Sentences;
  readonly fixed: boolean;
  readonly onchoose: (value: unknown) => void;
}

/** How one option of a game is shown, where the usual control says too little. */
export interface OptionLook {
  /** Beside a switch. */
  readonly picture?: Picture;
  /** Of a number: how far one step goes, and the number with its unit. */
  readonly number?: { readonly step: number; said(value: number): string };
  /** Instead of the usual control. */
  readonly Picker?: Component<OptionPickerProps>;
}

/** How the options of a game are shown, by their names. */
export type OptionLooks = Readonly<Record<string, OptionLook>>;
