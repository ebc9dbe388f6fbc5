/** What a game brings to the table: how it is drawn and told. It knows no rules: moves are offered by the server. */
import type { Component } from "svelte";

import type { Sentences } from "$lib/sentences";
import type { SoundName } from "$lib/sound";
import type { Events, GameKey, Moves, Question, TableCard, Views } from "$lib/wire";

/**
 * A moment to be looked at: the table as it is drawn then, the event that is told meanwhile, and for how long.
 *
 * What happened between two views is told in scenes: a stack that walks field by field is a scene for every field. The
 * last scene's view is always the server's.
 */
export interface Scene<G extends GameKey> {
  readonly view: Views[G];
  readonly event: Events[G] | null;
  readonly ms: number;
  /** The same event once more: a repeat, slowly. */
  readonly again?: boolean;
}

/** What a game's table is given. */
export interface TableProps<G extends GameKey> {
  /** What is to be drawn now. */
  readonly scene: Scene<G>;
  /** Whose eyes look; null: a spectator's. */
  readonly seat: number | null;
  /** What this seat is asked, if it may answer now: not while scenes are played, and never in a replay. */
  readonly question: Question<G> | null;
  readonly card: TableCard<G>;
  readonly sentences: Sentences;
  /** The move that a hint proposes, to be shown on the table. */
  readonly hinted: Moves[G] | null;
  /** Answer the question. A move that is refused opens the rule; the question stays. */
  readonly play: (move: Moves[G]) => Promise<void>;
  /** Tell the server that one begins to aim: where a move says how long it took, it is measured from here. */
  readonly begin: () => void;
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

/** One page of the introduction: a picture, a heading, two sentences. */
export interface IntroPage {
  readonly picture: Component;
  readonly title: string;
  readonly text: string;
}

export interface GameTable<G extends GameKey> {
  /** Draws the board (`<main class="table">`) and the dock (`<section class="dock">`). */
  readonly Table: Component<TableProps<G>>;
  /** Whether the table stays when the game is over, until whoever sits there has read how it ended. */
  readonly lingers?: boolean;
  /** What happened between two views, in scenes; every event is in one of them, in order. */
  scenes(before: Views[G] | null, events: readonly Events[G][], after: Views[G]): Scene<G>[];
  /** What the rail says of a seat. */
  note(view: Views[G], seat: number, you: boolean): SeatNote;
  /** In a word, why a seat is placed as it is in the end, where its points do not say so: “bez floty”. */
  fate?(view: Views[G], seat: number): string | null;
  /** A few words on how far the game is: “tura 14”. */
  progress(view: Views[G]): string;
  /** What is heard with an event. */
  sound(event: Events[G]): SoundName | null;
  /** Whether an event opens a new chapter of the log (a round, a turn), and its heading. */
  chapter(event: Events[G]): string | null;
  /** Whose an event is that names no seat but something of theirs; null: of whoever moved. */
  whose?(event: Events[G], view: Views[G]): number | null;
  /** An event as the log may read it, where others look over one's shoulder: without one's own secret. */
  discreet?(event: Events[G]): Events[G];
  /** The illustrated two minutes. */
  intro(): readonly IntroPage[];
}
