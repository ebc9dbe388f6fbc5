/** What happened between two views, told in moments: every card is lifted, flies, and lies down. */
import { type Ending, told, wholeStory } from "./round_end";
import { drawn, emptied, fold, lifted, opening, played, taken } from "./fold";
import type { Flight, Moment } from "./moments";
import type { Place } from "./places";
import type { Scene } from "$lib/game";
import type * as Duck from "./wire";

type DuckScene = Scene<Duck.Types>;

/** How long things take, in milliseconds. */
const FLIGHT = 380;
const DRAWING = 480;
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
/** The end of a round takes no longer than this to be told; then everybody reads as long as they like. */
export const LONGEST_REVEAL_MS = 4000;
/** How long an ended round is left to be read by those who only look on. */
const READING = 2500;

/** Tells events one after another, starting from a view. */
class Teller {
  readonly scenes: DuckScene[] = [];
  #ending: Ending | null = null;
  /** Whether somebody at the table looks on, who knows a hand; in the end all of them are shown. */
  readonly #seated: boolean;
  /** The whole end of the round, if one ends. */
  readonly #whole: Moment["whole"];

  constructor(
    private view: Duck.View,
    private readonly after: Duck.View,
    events: readonly Duck.Event[],
  ) {
    this.#seated = view.players.some((player) => player.hand);
    const ending = wholeStory(events, view.round);
    this.#whole = ending && { ending, view: after };
  }

  tell(event: Duck.Event): void {
    if (event.event === "round_began" && this.#ending) this.#leaveToRead();
    const ending = told(this.#ending, event, this.view.round);
    if (this.#fly(event, ending)) return;
    this.#ending = ending;
    this.view = fold(this.view, event, this.after);
    this.#show(event, event.event === "cards_dealt" ? DEAL : (TELLING[event.event] ?? FLIGHT));
  }

  /** The last scene's view is the server's. */
  finish(event: Duck.Event): void {
    if (this.#ending) this.#leaveToRead();
    this.scenes.push({ view: this.after, event, ms: 0 });
  }

  #show(event: Duck.Event, ms: number, flight: Flight | null = null): void {
    const view: Moment = { ...this.view, flight, ending: this.#ending, whole: this.#ending && this.#whole };
    this.scenes.push({ view, event, ms });
  }

  /** Whoever sits at the table closes the story themselves; onlookers get time. */
  #leaveToRead(): void {
    this.#shorten();
    const last = this.scenes.at(-1);
    if (last) this.scenes.push({ ...last, ms: this.#seated ? LANDING : READING });
  }

  /** What has been told of the round's end, in the time that it may take. */
  #shorten(): void {
    const reveal = this.scenes.filter(({ view }) => (view as Moment).ending);
    const pace = LONGEST_REVEAL_MS / reveal.reduce((sum, { ms }) => sum + ms, 0);
    if (pace >= 1) return;
    for (const [place, scene] of this.scenes.entries()) {
      if (reveal.includes(scene)) this.scenes[place] = { ...scene, ms: Math.floor(pace * scene.ms) };
    }
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
        this.#move(event, { card: event.card, from: "draw", to: { hand: event.seat } }, drawn(this.view, 1), DRAWING);
        return true;
      case "card_taken":
        this.#take(event, event.neighbour.seat);
        return true;
      case "card_taken_from_ghost":
        this.#take(event, "ghost");
        return true;
      case "card_turned_up":
      case "ghost_turned_up": {
        const pile = event.event === "card_turned_up" ? event.seat : "ghost";
        this.#move(event, { card: event.card, from: "draw", to: { pile } }, drawn(this.view, 1));
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

  /** Something is in the air, then it has landed. */
  #move(event: Duck.Event, flight: Flight, air: Duck.View, ms = FLIGHT): void {
    this.#land(event, flight, air, fold(this.view, event, this.after), ms);
  }

  #land(event: Duck.Event, flight: Flight, air: Duck.View, landed: Duck.View, ms: number): void {
    this.view = air;
    this.#show(event, ms, flight);
    this.view = landed;
    this.#show(event, LANDING);
  }

  /** D8: one card after another, the top last. */
  #play(event: Duck.Event, seat: number, cards: readonly Duck.Card[]): void {
    for (const card of cards) {
      const flight = { card, from: { hand: seat }, to: { pile: seat } };
      this.#land(event, flight, lifted(this.view, seat, [card]), played(this.view, seat, card), FLIGHT);
    }
  }

  #take(event: Duck.CardTaken | Duck.CardTakenFromGhost, pile: Place): void {
    const flight = { card: event.card, from: { pile }, to: { hand: event.seat } };
    this.#move(event, flight, taken(this.view, pile, this.after), DRAWING);
  }

  #throwLifebuoy(event: Duck.GreenLifebuoyTaken | Duck.RedLifebuoyTaken, green: boolean, ending: Ending | null): void {
    const buoy = this.view.lifebuoys[this.view.round - 1];
    if (!buoy) return;
    const flight = {
      card: null,
      buoy: { points: green ? buoy.points : -buoy.penalty, green },
      from: "buoys",
      to: { seat: event.seat },
    } as const;
    this.#conclude(event, flight, this.view, ending);
  }

  #keep(event: Duck.CardKept, ending: Ending | null): void {
    const { seat, card } = event;
    this.#conclude(event, { card, from: { seat }, to: { towel: seat } }, emptied(this.view, seat, this.after), ending);
  }

  /** Something lands that belongs to the story of the round's end. */
  #conclude(event: Duck.Event, flight: Flight, air: Duck.View, ending: Ending | null): void {
    const landed = fold(this.view, event, this.after);
    this.view = air;
    this.#show(event, THROW, flight);
    this.view = landed;
    this.#ending = ending;
    this.#show(event, CONCLUSION);
  }
}

const MUST_SEE: readonly Duck.Event["event"][] = [
  "went_out",
  "dived",
  "dive_succeeded",
  "dive_failed",
  "dive_failed_to_ghost",
  "bluff_failed",
];

/** See `GameTable.essential`: somebody ends the round, and how. The rest of its end is told until it was read. */
export function essential(event: Duck.Event): boolean {
  return MUST_SEE.includes(event.event);
}

/** See `GameTable.scenes`. */
export function scenes(before: Duck.View | null, events: readonly Duck.Event[], after: Duck.View): DuckScene[] {
  const teller = new Teller(before ?? opening(events, after), after, events);
  events.forEach((event) => teller.tell(event));
  const last = events.at(-1);
  if (last) teller.finish(last);
  return teller.scenes;
}
