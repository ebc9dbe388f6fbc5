/** Plays what happens in scenes, one after another, so that nothing jumps; and settles on the server's view. */
import type { GameTable, Scene } from "$lib/game";
import { settings } from "$lib/settings.svelte";
import { sound } from "$lib/sound";
import type { GameTypes } from "$lib/wire";

/** A step of a game as one pair of eyes saw it. */
export interface Step<G extends GameTypes> {
  readonly version: number;
  /** Whose move it was; null: the laying out. */
  readonly seat: number | null;
  readonly events: readonly G["Event"][];
  readonly view: G["View"];
}

/** How much shorter a scene is for those who want no motion, and for those who are some steps behind. */
const CALM = 0.15;
const HURRIED = 0.25;
const BEHIND = 3;

export class Director<G extends GameTypes> {
  /** What is to be drawn now; null before anything is known. */
  scene = $state.raw<Scene<G> | null>(null);
  /** Whether something is being played. */
  playing = $state(false);
  /** Whose move is being played. */
  mover = $state<number | null>(null);
  #queue: Step<G>[] = [];
  /** Counts how often something was shown at once: what was being played before that is over. */
  #settled = 0;
  #wake: () => void = () => {};

  constructor(
    private readonly game: GameTable<G>,
    /** Told of every event when its scene begins. */
    private readonly told: (event: G["Event"], step: Step<G>) => void = () => {},
  ) {}

  /** Play a step after all that came before it. */
  push(step: Step<G>): void {
    this.#queue.push(step);
    if (!this.playing) void this.#run();
  }

  /** Show a view at once; null: nothing. Whatever was being played is over. */
  settle(view: G["View"] | null): void {
    this.#queue = [];
    this.#settled += 1;
    this.scene = view && { view, event: null, ms: 0 };
    this.#wake();
  }

  async #run(): Promise<void> {
    this.playing = true;
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) await this.#play(step);
    this.playing = false;
    this.mover = null;
  }

  async #play(step: Step<G>): Promise<void> {
    const settled = this.#settled;
    let last: G["Event"] | null = null;
    this.mover = step.seat;
    for (const scene of this.game.scenes(this.scene?.view ?? null, step.events, step.view)) {
      const event: G["Event"] | null = scene.event;
      if (event !== null && !Object.is(event, last)) this.#tell(event, step);
      last = event;
      this.scene = scene;
      await this.#pause(scene.ms);
      if (this.#settled !== settled) return;
    }
    this.scene = { view: step.view, event: null, ms: 0 };
  }

  #tell(event: G["Event"], step: Step<G>): void {
    this.told(event, step);
    const heard = this.game.sound(event);
    if (heard) sound(heard);
  }

  #pause(ms: number): Promise<void> {
    const pace = document.hidden ? 0 : settings.calm ? CALM : this.#queue.length >= BEHIND ? HURRIED : 1;
    if (ms * pace < 1) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms * pace);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
