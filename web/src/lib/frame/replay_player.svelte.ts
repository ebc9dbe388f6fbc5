/** A finished game, played back: steps are fetched as they are wanted, and played by a director. */
import type { GameTable } from "$lib/game";
import { get } from "$lib/api";
import { Director } from "$lib/director.svelte";
import { newest } from "$lib/newest";
import { notices } from "$lib/notices.svelte";
import type { LogLine } from "$lib/table.svelte";
import type { GameTypes, Replay, ReplayStep } from "$lib/wire";

/** How many steps are fetched at once, and how long one is looked at while the replay runs. */
const REEL = 40;
const PAUSE = 700;

export class ReplayPlayer<G extends GameTypes> {
  /** Which step is shown; 0 is the laying out. */
  at = $state(0);
  /** How many there are; unknown before the first is fetched. */
  steps = $state(Infinity);
  eye = $state<number | null>(null);
  readonly director: Director<G>;
  #reel = $state.raw<ReadonlyMap<number, ReplayStep<G>>>(new Map());
  #running = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Which step was wished for last: no other is shown, whichever answer comes first. */
  #wanted = 0;
  readonly #newest = newest();

  constructor(
    private readonly table: string,
    game: GameTable<G>,
    first: number,
    /** The key of a link to the result, if the game was come to by one. */
    private readonly key: string | null = null,
  ) {
    this.director = new Director(game);
    void this.go(first);
  }

  get running(): boolean {
    return this.#running;
  }

  /** Let it run, from the beginning if it is at its end, or stop it. */
  set running(wanted: boolean) {
    this.#running = wanted;
    clearTimeout(this.#timer);
    if (wanted) void this.#run();
  }

  /** What has happened so far, as far as it is fetched. */
  get log(): LogLine<G>[] {
    return [...this.#reel.values()]
      .filter((step) => step.number <= this.at)
      .sort((one, other) => one.number - other.number)
      .flatMap((step) => step.events.map((event) => ({ version: step.number + 1, seat: step.seat, event })));
  }

  /** Show a step at once; the last one, if there are not so many. */
  async go(to: number): Promise<void> {
    const step = await this.#wished(Math.max(0, to));
    if (!step) return;
    this.at = step.number;
    this.director.settle(step.view);
  }

  /** Play the next step. */
  async step(by: 1): Promise<void> {
    if (this.at + by >= this.steps) return;
    const step = await this.#wished(this.at + by);
    if (!step) return;
    this.at = step.number;
    const { number, seat, events, view } = step;
    this.director.push({ version: number + 1, seat, events, view });
  }

  /** Look through other eyes: a seat's number, or "null" for a spectator's. */
  async look(eye: string): Promise<void> {
    this.eye = eye === "null" ? null : Number(eye);
    this.#reel = new Map();
    await this.go(this.#wanted);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.director.settle(null);
  }

  async #run(): Promise<void> {
    if (this.at >= this.steps - 1) await this.go(0);
    const next = (): void => {
      if (!this.#running) return;
      if (this.at >= this.steps - 1) {
        this.#running = false;
        return;
      }
      if (this.director.playing) {
        this.#timer = setTimeout(next, 60);
        return;
      }
      void this.step(1).then(() => (this.#timer = setTimeout(next, PAUSE)));
    };
    next();
  }

  /** A step, unless another one is wanted by the time it comes. */
  #wished(wanted: number): Promise<ReplayStep<G> | undefined> {
    this.#wanted = wanted;
    return this.#newest(this.#fetched(wanted));
  }

  async #fetched(wanted: number): Promise<ReplayStep<G> | undefined> {
    const number = Math.min(wanted, this.steps - 1);
    const known = this.#reel.get(number);
    if (known) return known;
    const eye = this.eye;
    const seat = eye === null ? "" : `&seat=${eye}`;
    const key = this.key === null ? "" : `&key=${encodeURIComponent(this.key)}`;
    // From a little before: the log reads on without a gap.
    const first = Math.max(0, number - (this.#reel.has(number - 1) ? 0 : REEL / 2));
    const found = await notices.trying(() =>
      get<Replay<G>>(`/api/tables/${this.table}/replay?first=${first}&count=${REEL}${seat}${key}`),
    );
    if (!found || eye !== this.eye) return undefined; // what other eyes see is not mixed in
    this.steps = found.steps;
    this.#reel = new Map([...this.#reel, ...found.shown.map((step) => [step.number, step] as const)]);
    return number < found.steps ? this.#reel.get(number) : this.#fetched(found.steps - 1);
  }
}
