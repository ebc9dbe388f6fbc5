/** Plays scenes on the stage by the clock, and rests when nothing moves. */
import type { Scene } from "$lib/game";
import type { Chase } from "./picture";
import { repeat } from "./scenes";
import { Act, type Actor, type Moment } from "./stage";
import { poseOf } from "./track";
import { settings } from "$lib/settings.svelte";
import type * as ShipAhoy from "./wire";

const still = (view: ShipAhoy.View): Actor[] => view.pieces.map((piece) => ({ ...piece, ...poseOf(piece) }));

/** What comes of a shot: while it is told, the camera rests where the ball struck. */
const OUTCOMES: ReadonlySet<ShipAhoy.Event["event"]> = new Set<ShipAhoy.Event["event"]>([
  "missed",
  "trophy_taken",
  "lost",
  "stood_up",
  "damaged",
  "pushed",
  "put_back",
  "monster_hit",
  "chest_returned",
  "barrel_returned",
  "kraken_let_go",
]);

export class Show {
  #act = $state.raw<Act | null>(null);
  #began = 0;
  #ms = $state(0);
  #frame = 0;
  /** The last shot that was shown. */
  #shot = $state.raw<Scene<ShipAhoy.Types> | null>(null);
  /** What the table shows when a repeat that somebody asked for is over. */
  #after: Scene<ShipAhoy.Types> | null = null;

  /** Where the last shot struck, while its outcome is told. */
  #rest = $state.raw<Chase | null>(null);

  readonly moment = $derived.by((): Moment | null => {
    const moment = this.#act?.at(this.#ms) ?? null;
    return moment && !moment.chase && this.#rest ? { ...moment, chase: this.#rest } : moment;
  });

  get repeatable(): boolean {
    return this.#shot !== null && this.#after === null;
  }

  /** Show a scene, from what is to be seen now. */
  play(scene: Scene<ShipAhoy.Types>): void {
    if (scene.event?.event === "shot_fired") this.#shot = scene;
    this.#after = null;
    const act = new Act(this.moment?.actors ?? still(scene.view), scene);
    if (act.rest) this.#rest = settings.reducedMotion ? null : act.rest;
    else if (!scene.event || !OUTCOMES.has(scene.event.event)) this.#rest = null;
    this.#start(act);
  }

  /** Show the last shot once more, slowly. */
  repeat(): void {
    if (!this.#shot || !this.#act) return;
    this.#after = this.#act.scene;
    this.#start(new Act([], repeat(this.#shot)));
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #start(act: Act): void {
    cancelAnimationFrame(this.#frame);
    this.#act = act;
    this.#began = performance.now();
    // Who wants no motion, or does not look, sees how it ended.
    this.#ms = settings.reducedMotion || document.hidden ? Infinity : 0;
    if (this.#ms === 0) this.#frame = requestAnimationFrame((now) => this.#tick(now));
    else this.#over();
  }

  #tick(now: number): void {
    const act = this.#act;
    if (!act) return;
    this.#ms = Math.max(0, now - this.#began);
    if (this.#ms < act.ms) this.#frame = requestAnimationFrame((next) => this.#tick(next));
    else {
      this.#ms = Infinity;
      this.#over();
    }
  }

  #over(): void {
    const after = this.#after;
    if (!after) return;
    this.#after = null;
    this.#start(new Act(still(after.view), { ...after, event: null, ms: 0 }));
  }
}
