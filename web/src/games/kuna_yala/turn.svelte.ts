/** A player's turn at this table: the plan, what its places are, and how it becomes moves. */
import type { TableProps } from "$lib/game";
import { kept, marks, pick, placesFor, point, ready, samePlace, sideOf, swapped } from "./plan";
import type { Mark, Plan, Sight, Step } from "./plan";
import type * as KunaYala from "./wire";

export class Turn {
  plan = $state.raw<Plan>([]);
  /** Both cards are to be laid with one word: the second goes as soon as it is asked for. */
  #both = false;
  #sending = $state(false);

  constructor(private readonly props: () => TableProps<KunaYala.Types>) {}

  /** The table to plan on; null while one is not asked. */
  get sight(): Sight | null {
    const { scene, seat, question } = this.props();
    return question && seat !== null ? { view: scene.view, seat } : null;
  }

  /** A new question came: keep what may still be done of the plan, and go on where both cards were meant. */
  asked(): void {
    if (!this.sight) return;
    this.#sending = false;
    this.plan = kept(this.sight, this.plan);
    const next = ready(this.plan);
    const goOn = this.#both && this.sight.view.to_lay !== "two" && next !== null;
    this.#both = false;
    if (goOn) void this.#send(next);
  }

  /** Somebody else sits here now: nothing is planned. */
  forget(): void {
    this.plan = [];
    this.#both = false;
    this.#sending = false;
  }

  choose(slot: number): void {
    if (!this.sight || this.sight.view.visible[slot] == null) return;
    const { plan, refused } = pick(this.sight, this.plan, slot);
    this.plan = plan;
    if (refused) void this.props().play(refused);
  }

  /** Whether a slot's card has a place anywhere now. */
  fits(slot: number): boolean {
    return this.sight !== null && placesFor(this.sight, slot).length > 0;
  }

  step(slot: number): Step | null {
    return this.plan.find((each) => each.slot === slot) ?? null;
  }

  /** Point at a place: lay the card there in mind; where it may not lie, be told why. */
  touch(mark: Mark): void {
    if (!this.sight) return;
    if (this.step(mark.slot) === null) this.follow(mark);
    else if (mark.kind === "barred") void this.props().play({ move: "lay", slot: mark.slot, place: mark.place });
    else this.plan = point(this.sight, this.plan, mark.place);
  }

  /** What the places of a shoal are for the plan, and for the hint that was given. */
  marks(owner: number): Mark[] {
    if (!this.sight) return [];
    const found = marks(this.sight, this.plan, owner);
    const { hinted } = this.props();
    if (hinted?.place.seat !== owner || found.some((mark) => samePlace(mark.place, hinted.place))) return found;
    return [...found, { place: hinted.place, kind: "legal", slot: hinted.slot }];
  }

  hints(mark: Mark): boolean {
    const { hinted } = this.props();
    return hinted?.slot === mark.slot && samePlace(hinted.place, mark.place);
  }

  /** In how many places of a shoal a chosen card may be laid. */
  room(owner: number): number {
    return this.marks(owner).filter((mark) => mark.kind !== "barred").length;
  }

  /** The shoal to look at now: where a chosen card is still to go, else where the last one lies in mind. */
  get looksAt(): number | null {
    const { sight } = this;
    if (!sight) return null;
    const open = this.plan.find((step) => step.place === null);
    if (!open) return this.plan.at(-1)?.place?.seat ?? null;
    return open.side === "away" ? (placesFor(sight, open.slot, "away")[0]?.seat ?? null) : sight.seat;
  }

  /** Whether only somebody else's shoal is left to lay in. */
  get awayOnly(): boolean {
    const { sight } = this;
    if (!sight) return false;
    const open = this.plan.filter((step) => step.place === null);
    return sight.view.to_lay === "away" || (open.length > 0 && open.every((step) => step.side === "away"));
  }

  get swap(): (() => void) | null {
    const { sight } = this;
    const plan = sight && swapped(sight, this.plan);
    return plan ? () => (this.plan = plan) : null;
  }

  clear(): void {
    this.plan = [];
  }

  /** What the next word lays: nothing yet, one card, or both. */
  get lays(): readonly Step[] {
    const next = this.#sending ? null : ready(this.plan);
    if (!next) return [];
    return this.plan.length === 2 && this.plan.every((step) => step.place) ? this.plan : [next];
  }

  confirm(): void {
    const next = ready(this.plan);
    if (!next || this.#sending) return;
    this.#both = this.lays.length === 2;
    void this.#send(next);
  }

  /** A lay that somebody proposes: put it into the plan. */
  follow(move: Pick<KunaYala.Lay, "slot" | "place">): void {
    const { sight } = this;
    if (!sight) return;
    const side = sideOf(sight, move.place.seat);
    const others = this.plan.filter((each) => each.slot !== move.slot && each.side !== side);
    this.plan = kept(sight, [...others, { slot: move.slot, side, place: move.place }]);
  }

  async #send(step: Step): Promise<void> {
    if (!step.place) return;
    this.#sending = true;
    try {
      await this.props().play({ move: "lay", slot: step.slot, place: step.place });
      this.plan = this.plan.filter((each) => each.slot !== step.slot);
    } finally {
      this.#sending = false;
    }
  }
}
