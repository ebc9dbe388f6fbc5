/** Plays what happens in scenes, one after another, so that nothing jumps; and settles on the server's view. */
import type { GameTable, Scene } from "$lib/game";
import { pace } from "$lib/pace.svelte";
import { settings } from "$lib/settings.svelte";
import { sound } from "$lib/sound";
import { type Brisk, TEMPOS } from "$lib/tempo";
import type { GameTypes } from "$lib/wire";

/** A step of a game as one pair of eyes saw it. */
export interface Step<G extends GameTypes> {
  readonly version: number;
  /** Whose move it was; null: the laying out. */
  readonly seat: number | null;
  readonly events: readonly G["Event"][];
  readonly view: G["View"];
  /** Which seat's eyes look; without: a spectator's. */
  readonly eye?: number | null;
  /** Whether a bot moved where somebody waits for their turn: such steps in a row share one wait. */
  readonly inRow?: boolean;
  /** Whether others are to move before the eyes that look are asked again. */
  readonly moreComes?: boolean;
  /** For how long, by a clock, the eyes that look may still answer what they are asked after it; null: as they like. */
  readonly leftMs?: number | null;
}

/** A scene of a step that is to be played, and what the Director knows of it. */
interface Cue<G extends GameTypes> {
  readonly scene: Scene<G>;
  readonly step: Step<G>;
  /** Whether it is the first scene of its event: that is told then. */
  readonly tells: boolean;
  /** Whether it is the last scene of its event: until then, scenes may become one where time is short. */
  readonly ends: boolean;
  /** How much of its event's showing it is, for an event that must be seen; 0: it may be cut short. */
  readonly essential: number;
  /** Whether it begins when the person does something. */
  readonly held: boolean;
}

/** How much shorter scenes are for those who want no motion, and for those who are many steps behind. */
const REDUCED_MOTION_PACE = 0.15;
const HURRIED = 0.25;
const BEHIND = 12;
/** A clock that leaves no more than this for an answer is running out. */
const RUNNING_OUT_MS = 60_000;
/** How much of what is left of a wait the scenes at hand may take while it is unknown what is still to come. */
const SHARE_MEANWHILE = 1 / 3;
/** What remains of the moment that something must be seen for, where so much must be seen that it does not fit. */
const SQUEEZED = 0.4;
/** What is shown for less cannot be seen: its time goes to the next scene of the same event. */
const GLIMPSE_MS = 34;

export class Director<G extends GameTypes> {
  /** What is to be drawn now; null before anything is known. */
  scene = $state.raw<Scene<G> | null>(null);
  /** Whether something is being played. */
  playing = $state(false);
  /** Whether what comes next begins when the person does something: `release`. */
  held = $state(false);
  /** Whose move is being played. */
  mover = $state<number | null>(null);
  #queue: Cue<G>[] = [];
  /** The view after all that is queued. */
  #last: G["View"] | null = null;
  /** When the wait began that the queued scenes are part of, by the page's clock. */
  #waitBegan = 0;
  /** Until when the eyes that look have to answer, by the page's clock; null: nothing presses. */
  #due: number | null = null;
  /** Counts how often something was shown at once: what was being played before that is over. */
  #settled = 0;
  #skipping = false;
  #wake: () => void = () => {};

  constructor(
    private readonly game: GameTable<G>,
    /** Told of every event when its scene begins. */
    private readonly told: (event: G["Event"], step: Step<G>) => void = () => {},
  ) {}

  /** Play a step after all that came before it. */
  push(step: Step<G>): void {
    if (!step.inRow) this.#waitBegan = performance.now();
    this.#due = step.leftMs == null ? null : performance.now() + step.leftMs;
    this.#queue.push(...cues(this.game, this.#last, step));
    this.#last = step.view;
    // Somebody else has moved for them: a bot that keeps their seat.
    if (step.seat !== null && step.seat === step.eye) this.release();
    if (!this.playing) void this.#run();
  }

  /** Show a view at once; null: nothing. Whatever was being played is over. */
  settle(view: G["View"] | null): void {
    this.#queue = [];
    this.#settled += 1;
    this.#last = view;
    this.#waitBegan = performance.now();
    this.scene = view && { view, event: null, ms: 0 };
    this.#wake();
  }

  /** End what is being shown: every event is told, and the table is as it is after the last, or where one acts. */
  skip(): void {
    if (!this.playing || this.held) return;
    this.#skipping = true;
    this.#wake();
  }

  /** The person did what the next scene waits for. */
  release(): void {
    if (this.held) this.#wake();
  }

  async #run(): Promise<void> {
    this.playing = true;
    let early = 0;
    for (let cue = this.#queue.shift(); cue; cue = this.#queue.shift()) {
      const settled = this.#settled;
      this.mover = cue.step.seat;
      if (cue.held && this.#holds) await this.#hold();
      if (this.#settled !== settled) continue;
      if (cue.tells) this.#tell(cue);
      const ms = early + this.#duration(cue);
      if (ms < GLIMPSE_MS && !cue.ends) {
        early = ms;
        continue;
      }
      early = 0;
      pace.factor = cue.scene.ms ? Math.min(1, ms / cue.scene.ms) : 1;
      this.scene = { ...cue.scene, ms };
      await this.#pause(ms, Boolean(cue.scene.whole));
    }
    pace.factor = 1;
    this.#skipping = false;
    if (this.#last !== null) this.scene = { view: this.#last, event: null, ms: 0 };
    this.playing = false;
    this.mover = null;
  }

  /** Whether scenes wait for a gesture: not where nobody looks, nor for who wants to see nothing but questions. */
  get #holds(): boolean {
    return !document.hidden && settings.tempo !== "lightning";
  }

  /** Wait for the person; that is no wait of theirs. */
  async #hold(): Promise<void> {
    this.#skipping = false;
    pace.factor = 1;
    if (this.scene) this.scene = { view: this.scene.view, event: null, ms: 0 };
    this.held = true;
    const began = performance.now();
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#waitBegan += performance.now() - began;
    this.held = false;
  }

  #tell({ scene: { event }, step }: Cue<G>): void {
    if (event === null) return;
    this.told(event, step);
    const heard = this.#skipping ? null : this.game.sound(event);
    if (heard) sound(heard);
  }

  /** How long a scene is shown now. */
  #duration(cue: Cue<G>): number {
    const { ms, whole, again } = cue.scene;
    if (document.hidden || this.#skipping) return 0;
    const brisk = TEMPOS[settings.tempo];
    const waiting = new Set(this.#queue.map(({ step }) => step).filter((step) => step !== cue.step)).size;
    const hurried = waiting >= BEHIND || (whole && this.#runningOut);
    if (again && (hurried || settings.tempo === "lightning")) return 0;
    const most = settings.reducedMotion ? REDUCED_MOTION_PACE : 1;
    if (brisk && !whole)
      return briskMs(cue, this.#queue, brisk, brisk.waitMs - (performance.now() - this.#waitBegan), most);
    return ms * Math.min(most, hurried ? HURRIED : 1);
  }

  /** Whether the time for the next answer of the eyes that look is running out while they look. */
  get #runningOut(): boolean {
    return this.#due !== null && this.#due - performance.now() <= RUNNING_OUT_MS;
  }

  /** Whatever takes its own time is no part of the wait that the tempo keeps short. */
  async #pause(ms: number, whole: boolean): Promise<void> {
    if (ms < 1) return;
    const began = performance.now();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (whole) this.#waitBegan += performance.now() - began;
  }
}

/**
 * How long a scene is shown at a brisk tempo, with so much left of the wait, so that it and all that is queued end in
 * time. What must be seen takes its time from what need not: that shrinks first, and `most` of it is shown at the most.
 */
function briskMs<G extends GameTypes>(
  cue: Cue<G>,
  queue: readonly Cue<G>[],
  brisk: Brisk,
  leftMs: number,
  most: number,
): number {
  const ahead = [cue, ...queue].filter(({ scene }) => !scene.whole);
  const share = ahead.at(-1)?.step.moreComes ? SHARE_MEANWHILE : 1;
  const leastOf = ({ scene, essential }: Cue<G>): number => Math.min(scene.ms, brisk.essentialMs * essential);
  // Where slow bots have used up the wait, half of it is still there for what must be seen.
  const squeezed = clamped(Math.max(leftMs, brisk.waitMs / 2) / Math.max(1, sumOf(ahead, leastOf)), SQUEEZED, 1);
  const even =
    (share * leftMs) /
    Math.max(
      1,
      sumOf(ahead, ({ scene }) => scene.ms),
    );
  const essentialMs = sumOf(ahead, (each) =>
    each.essential ? Math.max(squeezed * leastOf(each), each.scene.ms * even) : 0,
  );
  const plainMs = sumOf(ahead, (each) => (each.essential ? 0 : each.scene.ms));
  const wanted = cue.essential ? even : (share * leftMs - essentialMs) / Math.max(1, plainMs);
  const pace = Math.min(most, clamped(wanted, brisk.least, brisk.most));
  return Math.max(cue.scene.ms * pace, squeezed * leastOf(cue));
}

function sumOf<T>(all: readonly T[], count: (each: T) => number): number {
  return all.reduce((sum, each) => sum + count(each), 0);
}

function clamped(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** The scenes of a step, in order. Each event is told with its first. */
function cues<G extends GameTypes>(game: GameTable<G>, before: G["View"] | null, step: Step<G>): Cue<G>[] {
  const scenes = game.scenes(before, step.events, step.view);
  const eye = step.eye ?? null;
  let view = before ?? step.view;
  return Array.from(new Set(scenes.map(({ event }) => event))).flatMap((event) => {
    const showing = scenes.filter((scene) => Object.is(scene.event, event));
    const ms = showing.reduce((sum, scene) => sum + scene.ms, 0);
    const essential = event !== null && ms > 0 && Boolean(game.essential?.(event, view, eye));
    const held = event !== null && eye !== null && Boolean(game.begunBy?.(event, view, eye));
    view = showing.at(-1)?.view ?? view;
    return showing.map((scene, place) => ({
      scene,
      step,
      tells: place === 0,
      ends: place === showing.length - 1,
      essential: essential ? scene.ms / ms : 0,
      held: held && place === 0,
    }));
  });
}
