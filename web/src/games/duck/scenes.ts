/** What happened between two views, told in moments: every card is lifted, flies, and lies down. */
import { type Ending, told } from "./ending";
import {
  drawn,
  type Flight,
  gained,
  gathered,
  laid,
  lifted,
  type Moment,
  refilled,
  type Spot,
  taken,
  withPlayer,
} from "./moments";
import type { Scene } from "$lib/game";
import type * as Duck from "./wire";

type DuckScene = Scene<Duck.Types>;

/** How long things take, in milliseconds. */
const FLIGHT = 380;
const LANDING = 70;
const DEAL = 220;
const THROW = 700;
const CONCLUSION = 700;
const TELLING: Partial<Record<Duck.Event["event"], number>> = {
  round_began: 900,
  ghost_dealt: 350,
  nothing_drawn: 800,
  draw_pile_refilled: 900,
  ghost_waited: 600,
  went_out: 1300,
  dived: 1500,
  hand_shown: 1000,
  ghost_shown: 1300,
  dive_succeeded: 1500,
  dive_failed: 1600,
  dive_failed_to_ghost: 1600,
  bluff_failed: 1600,
  hand_discarded: 1200,
};
/** How long an ended round is left to be read by those who only look on. */
const READING = 3000;

/** Tells events one after another, starting from a view. */
class Teller {
  readonly scenes: DuckScene[] = [];
  #ending: Ending | null = null;
  /** Whether somebody at the table looks on, who knows a hand; in the end all of them are shown. */
  readonly #seated: boolean;

  constructor(
    private view: Duck.View,
    private readonly after: Duck.View,
  ) {
    this.#seated = view.players.some((player) => player.hand);
  }

  tell(event: Duck.Event): void {
    if (event.event === "round_began" && this.#ending) this.#leaveToRead();
    const ending = told(this.#ending, event, this.view.round);
    if (this.#fly(event, ending)) return;
    this.#ending = ending;
    this.view = this.#next(event);
    this.#show(event, event.event === "cards_dealt" ? DEAL : (TELLING[event.event] ?? FLIGHT));
  }

  /** The last scene's view is the server's. */
  finish(event: Duck.Event): void {
    if (this.#ending) this.#leaveToRead();
    this.scenes.push({ view: this.after, event, ms: 0 });
  }

  #show(event: Duck.Event, ms: number, flight: Flight | null = null): void {
    const view: Moment = { ...this.view, flight, ending: this.#ending };
    this.scenes.push({ view, event, ms });
  }

  /** Whoever sits at the table closes the story themselves; onlookers get time. */
  #leaveToRead(): void {
    const last = this.scenes.at(-1);
    if (last) this.scenes.push({ ...last, ms: this.#seated ? LANDING : READING });
  }

  /** Events in which something moves from one spot to another. An ending is told so far only when it has landed. */
  #fly(event: Duck.Event, ending: Ending | null): boolean {
    switch (event.event) {
      case "card_played":
        this.#play(event, event.seat, [event.card]);
        return true;
      case "set_played":
      case "run_played":
        this.#play(event, event.seat, event.cards);
        return true;
      case "card_drawn":
        this.#draw(event, event.seat, event.card, "draw", drawn(this.view, 1), false);
        return true;
      case "card_taken": {
        const from = event.neighbour.seat;
        this.#draw(event, event.seat, event.card, { pile: from }, taken(this.view, from, this.after), true);
        return true;
      }
      case "card_taken_from_ghost":
        this.#draw(event, event.seat, event.card, { pile: "ghost" }, taken(this.view, "ghost", this.after), true);
        return true;
      case "card_turned_up":
      case "ghost_turned_up": {
        const pile = event.event === "card_turned_up" ? event.seat : "ghost";
        const landed = laid(drawn(this.view, 1), pile, event.card);
        this.#move(event, { card: event.card, from: "draw", to: { pile } }, drawn(this.view, 1), landed);
        return true;
      }
      case "green_lifebuoy_taken":
        this.#throwLifebuoy(event, true, ending);
        return true;
      case "red_lifebuoy_taken":
        this.#throwLifebuoy(event, false, ending);
        return true;
      case "card_kept":
        this.#keep(event, ending);
        return true;
      default:
        return false;
    }
  }

  #move(event: Duck.Event, flight: Flight, air: Duck.View, landed: Duck.View, ms = FLIGHT): void {
    this.view = air;
    this.#show(event, ms, flight);
    this.view = landed;
    this.#show(event, LANDING);
  }

  /** D8: one card after another, the top last. */
  #play(event: Duck.Event, seat: number, cards: readonly Duck.Card[]): void {
    for (const card of cards) {
      const air = lifted(this.view, seat, [card]);
      this.#move(event, { card, from: { hand: seat }, to: { pile: seat } }, air, laid(air, seat, card));
    }
  }

  #draw(event: Duck.Event, seat: number, card: Duck.Card | null, from: Spot, air: Duck.View, known: boolean): void {
    this.#move(event, { card, from, to: { hand: seat } }, air, gained(air, seat, card, known), 480);
  }

  #throwLifebuoy(event: Duck.GreenLifebuoyTaken | Duck.RedLifebuoyTaken, green: boolean, ending: Ending | null): void {
    const { seat } = event;
    const place = this.view.round - 1;
    const buoy = this.view.lifebuoys[place];
    if (!buoy) return;
    const lifebuoys = this.view.lifebuoys.map((each, number) => (number === place ? { ...each, seat, green } : each));
    const flight = {
      card: null,
      buoy: { points: green ? buoy.points : -buoy.penalty, green },
      from: "buoys",
      to: { seat },
    } as const;
    this.#conclude(event, flight, this.view, { ...this.view, lifebuoys }, ending);
  }

  #keep(event: Duck.CardKept, ending: Ending | null): void {
    const { seat, card } = event;
    const air = withPlayer(this.view, seat, ({ hand }) => ({ cards: 0, hand: hand && [], sum: hand && 0, known: [] }));
    const landed = withPlayer(air, seat, ({ towel, kept }) => ({ towel: towel + 1, kept: kept && [...kept, card] }));
    this.#conclude(event, { card, from: { seat }, to: { towel: seat } }, air, landed, ending);
  }

  /** Something lands that belongs to the story of the round's end. */
  #conclude(event: Duck.Event, flight: Flight, air: Duck.View, landed: Duck.View, ending: Ending | null): void {
    this.view = air;
    this.#show(event, THROW, flight);
    this.view = landed;
    this.#ending = ending;
    this.#show(event, CONCLUSION);
  }

  /** Events in which the table changes at once. */
  #next(event: Duck.Event): Duck.View {
    switch (event.event) {
      case "round_began":
        return gathered(this.after, this.view.lifebuoys);
      case "cards_dealt": {
        const dealt = this.after.players[event.seat];
        if (!dealt) return this.view;
        const { cards, hand, sum } = dealt;
        return withPlayer(drawn(this.view, cards), event.seat, () => ({ cards, hand, sum }));
      }
      case "ghost_dealt":
        return drawn(this.view, 1);
      case "draw_pile_refilled":
        return refilled(this.view, event.cards);
      case "hand_shown":
        return withPlayer(this.view, event.seat, () => ({ hand: event.cards, sum: event.sum }));
      case "ghost_shown":
        return this.view.ghost
          ? { ...this.view, ghost: { ...this.view.ghost, card: event.card, sum: event.sum } }
          : this.view;
      case "hand_discarded":
        return withPlayer(this.view, event.seat, () => ({ cards: 0, hand: [], sum: 0, known: [] }));
      default:
        return this.view;
    }
  }
}

/** See `GameTable.scenes`. */
export function scenes(before: Duck.View | null, events: readonly Duck.Event[], after: Duck.View): DuckScene[] {
  const teller = new Teller(before ?? gathered(after, after.lifebuoys), after);
  events.forEach((event) => teller.tell(event));
  const last = events.at(-1);
  if (last) teller.finish(last);
  return teller.scenes;
}
