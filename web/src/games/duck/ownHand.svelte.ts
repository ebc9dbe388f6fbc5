/** My hand while I think: how it is sorted, which cards are raised, and what should end on top. */
import { nameOf, sumOf } from "./cards";
import { offers, playsWith, playWithTop, topOf } from "./choice";
import { arrange, type Held, moved, type Order, sorted } from "./hand";
import type * as Duck from "./wire";

export class OwnHand {
  held = $state.raw<readonly Held[]>([]);
  order = $state<Order>("value");
  /** What may be played now, as the server offers it. */
  plays = $state.raw<readonly Duck.Play[]>([]);
  /** Keys of raised cards, in the order they were raised. */
  #raised = $state.raw<readonly string[]>([]);
  #wish = $state.raw<Duck.Card | null>(null);

  /** Raised cards, as they lie in the hand. */
  readonly raised = $derived(this.held.filter(({ key }) => this.#raised.includes(key)));
  readonly cards = $derived(this.raised.map(({ card }) => card));
  /** Plays of the raised cards; they differ in what ends on top. */
  readonly matching = $derived(playsWith(this.plays, this.cards));
  /** The play that is meant; null: the raised cards are none. */
  readonly meant = $derived(playWithTop(this.matching, this.#wish));
  /** Larger plays with all raised cards in them. */
  readonly more = $derived(offers(this.plays, this.cards));
  /** The sum that stays in hand when the raised cards are gone. */
  readonly rest = $derived(sumOf(this.held.map(({ card }) => card)) - sumOf(this.cards));

  /** What the server says is in the hand. */
  update(cards: readonly Duck.Card[]): void {
    this.held = arrange(this.held, cards, this.order);
    this.#raised = this.#raised.filter((key) => this.held.some((held) => held.key === key));
  }

  isRaised(key: string): boolean {
    return this.#raised.includes(key);
  }

  toggle(key: string): void {
    this.#wish = null;
    this.#raised = this.isRaised(key) ? this.#raised.filter((each) => each !== key) : [...this.#raised, key];
  }

  /** Raise just these cards. */
  raise(cards: readonly Duck.Card[], top: Duck.Card | null = null): void {
    const keys: string[] = [];
    // A card that is raised already stays so, rather than a copy of it.
    const first = [...this.raised, ...this.held.filter(({ key }) => !this.isRaised(key))];
    for (const card of cards) {
      const found = first.find((held) => !keys.includes(held.key) && nameOf(held.card) === nameOf(card));
      if (found) keys.push(found.key);
    }
    this.#raised = keys;
    this.#wish = top;
  }

  lower(): void {
    this.#raised = [];
    this.#wish = null;
  }

  putOnTop(card: Duck.Card): void {
    this.#wish = card;
  }

  /** Another card on top. */
  turnTop(): void {
    if (!this.meant || this.matching.length < 2) return;
    const next = this.matching[(this.matching.indexOf(this.meant) + 1) % this.matching.length];
    this.#wish = next ? topOf(next) : null;
  }

  sort(order: Order): void {
    this.order = order;
    this.held = sorted(this.held, order);
  }

  move(key: string, to: number): void {
    this.order = "own";
    this.held = moved(this.held, key, to);
  }
}
