/** The chart's camera: it goes where the picture points, unless a hand has moved it since. */
import { untrack } from "svelte";

import { alike, between, type Sight, wrapped } from "./sight";

/** In milliseconds: after this long two thirds of the way are done. */
const PACE = 130;
/** A barrel that sways less than this does not turn the table. */
const STEADY = 0.21;

export class Camera {
  sight = $state.raw<Sight>({ x: 0, y: 0, scale: 1, turn: 0 });
  /** Whether a hand holds a piece: the table stays where it is under it. */
  held = $state(false);
  /** What the picture wants to be seen. */
  wanted = $state.raw<Sight | null>(null);
  #goal: Sight | null = null;
  #request = 0;
  #last = 0;
  #heading = 0;

  /** Where the picture wants it; the same wish again does not undo what a hand did. */
  show(wanted: Sight, atOnce: boolean): void {
    const before = untrack(() => this.wanted);
    if (before && alike(before, wanted)) return;
    this.wanted = wanted;
    this.go(wanted, atOnce || !before);
  }

  /** There now, or little by little. */
  go(goal: Sight, atOnce: boolean): void {
    if (atOnce) return this.take(goal);
    this.#goal = goal;
    if (this.#request) return;
    this.#last = performance.now();
    this.#request = requestAnimationFrame((now) => this.#step(now));
  }

  /** A hand holds it here. */
  take(sight: Sight): void {
    this.stop();
    this.sight = sight;
  }

  /** To the whole table; from there, back to what the picture wants. */
  toggle(whole: Sight, atOnce: boolean): void {
    const there = alike(this.#goal ?? this.sight, whole);
    this.go(there && this.wanted ? this.wanted : whole, atOnce);
  }

  /** The heading that the table is turned to: it follows the barrel, not its sway. */
  steered(heading: number): number {
    if (Math.abs(wrapped(heading - this.#heading)) > STEADY) this.#heading = heading;
    return this.#heading;
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#goal = null;
  }

  #step(now: number): void {
    const goal = this.#goal;
    if (!goal) return;
    const next = between(this.sight, goal, 1 - Math.exp(-(now - this.#last) / PACE));
    this.#last = now;
    if (alike(next, goal)) return this.take(goal);
    this.sight = next;
    this.#request = requestAnimationFrame((then) => this.#step(then));
  }
}
