/**
 * What a player has in mind: which cards, and where they are to lie. It knows no rules: where a card may be laid is
 * what the view says of every place.
 */
import type * as KunaYala from "./wire";

/** In one's own shoal, or in somebody else's. */
export type Side = "home" | "away";

/** A card that is chosen; its side as soon as only one is left for it, its place once it is pointed at. */
export interface Step {
  readonly slot: number;
  readonly side: Side | null;
  readonly place: KunaYala.Place | null;
}

/** At most two steps, in the order they were chosen. */
export type Plan = readonly Step[];

/** The table as somebody plans on it. */
export interface Sight {
  readonly view: KunaYala.View;
  readonly seat: number;
}

/** What a place is for the plan: one may lay here, lies here in mind, or may not (though one might think so). */
export interface Mark {
  readonly place: KunaYala.Place;
  readonly kind: "legal" | "ghost" | "barred";
  readonly slot: number;
}

const SIDES: readonly Side[] = ["home", "away"];

export function sideOf(sight: Sight, owner: number): Side {
  return owner === sight.seat ? "home" : "away";
}

export function samePlace(one: KunaYala.Place | null, other: KunaYala.Place | null): boolean {
  return one !== null && other !== null && one.seat === other.seat && one.x === other.x && one.y === other.y;
}

/** Where a slot's card may be laid now. */
export function placesFor(sight: Sight, slot: number, side: Side | null = null): KunaYala.Place[] {
  return sight.view.shoals.flatMap((shoal, seat) =>
    side !== null && sideOf(sight, seat) !== side
      ? []
      : [...shoal.free, ...shoal.cards].filter((at) => at.slots.includes(slot)).map(({ x, y }) => ({ seat, x, y })),
  );
}

/** How many cards are to be laid before the turn is over. */
function most(sight: Sight): number {
  return sight.view.to_lay === "two" ? 2 : 1;
}

/**
 * Give every step a side: the one of its place, or the only one that is left. The first of two goes home if both ways
 * are open. Null if the two cannot be laid in one turn.
 */
function settled(sight: Sight, plan: Plan): Plan | null {
  const open = plan.map(({ slot, place }) =>
    SIDES.filter((side) => (place ? sideOf(sight, place.seat) === side : placesFor(sight, slot, side).length > 0)),
  );
  const [one, two] = plan;
  if (one && !two) return open[0]?.length ? [{ ...one, side: open[0].length === 1 ? open[0][0]! : null }] : null;
  if (!one || !two) return [];
  for (const [first, second] of [
    ["home", "away"],
    ["away", "home"],
  ] as const) {
    if (open[0]?.includes(first) && open[1]?.includes(second)) {
      return [
        { ...one, side: first },
        { ...two, side: second },
      ];
    }
  }
  return null;
}

/** A move that the server refuses, to be told why: the card of this slot, where it will not go. */
function attempt(sight: Sight, slot: number, side: Side): KunaYala.Lay | null {
  const seat = sight.view.shoals.findIndex((_, owner) => sideOf(sight, owner) === side);
  const shoal = sight.view.shoals[seat];
  const at = sight.view.visible[slot]?.card === "shark" ? shoal?.cards[0] : shoal?.free[0];
  return at ? { move: "lay", slot, place: { seat, x: at.x, y: at.y } } : null;
}

/** Choose a card, or put it back. Instead of a plan, the move to be refused where this card cannot be chosen. */
export function pick(sight: Sight, plan: Plan, slot: number): { plan: Plan; refused: KunaYala.Lay | null } {
  if (plan.some((step) => step.slot === slot)) {
    return {
      plan:
        settled(
          sight,
          plan.filter((step) => step.slot !== slot),
        ) ?? [],
      refused: null,
    };
  }
  const chosen: Step = { slot, side: null, place: null };
  if (placesFor(sight, slot).length === 0) {
    return { plan, refused: attempt(sight, slot, sight.view.to_lay === "away" ? "away" : "home") };
  }
  const room = plan.length < most(sight) ? plan : plan.length === 2 ? [replaced(plan)] : [];
  const next = settled(sight, [...room, chosen]);
  if (next) return { plan: next, refused: null };
  const taken = room[0]?.side;
  const refused = taken ? attempt(sight, slot, taken === "home" ? "away" : "home") : null;
  return { plan: refused ? plan : (settled(sight, [chosen]) ?? []), refused };
}

/** Of two steps, the one that stays when a third card is chosen: the one that lies already, else the first. */
function replaced(plan: Plan): Step {
  return plan.find((step) => step.place !== null) ?? plan[0]!;
}

/** The other way round: the first card where the second was to go. Null where that cannot be. */
export function swapped(sight: Sight, plan: Plan): Plan | null {
  const [one, two] = plan;
  if (!one?.side || !two?.side) return null;
  const free = [
    { ...one, side: two.side, place: null },
    { ...two, side: one.side, place: null },
  ];
  return free.every(({ slot, side }) => placesFor(sight, slot, side).length > 0) ? free : null;
}

/** The step whose card would come to this place. */
function stepAt(sight: Sight, plan: Plan, place: KunaYala.Place): Step | null {
  const side = sideOf(sight, place.seat);
  const legal = plan.filter(
    (step) =>
      (step.side ?? side) === side && placesFor(sight, step.slot, side).some((other) => samePlace(other, place)),
  );
  return legal[0] ?? null;
}

/** Point at a place: the card lies there in mind; pointed at again, it is lifted. */
export function point(sight: Sight, plan: Plan, place: KunaYala.Place): Plan {
  const step = stepAt(sight, plan, place);
  if (!step) return plan;
  const there = samePlace(step.place, place) ? null : place;
  const next = plan.map((each) => (each === step ? { ...each, place: there } : each));
  return settled(sight, next) ?? plan;
}

/** What is left of a plan when the table has changed: steps that may still be made. */
export function kept(sight: Sight, plan: Plan): Plan {
  const left = plan.filter(
    ({ slot, side, place }) =>
      sight.view.visible[slot] != null &&
      placesFor(sight, slot, side).some((other) => place === null || samePlace(other, place)),
  );
  return settled(sight, left.slice(0, most(sight))) ?? [];
}

/** What the places of a shoal are for this plan. */
export function marks(sight: Sight, plan: Plan, owner: number): Mark[] {
  const side = sideOf(sight, owner);
  const steps = plan.filter((step) => (step.side ?? side) === side);
  const shoal = sight.view.shoals[owner];
  if (!shoal || steps.length === 0) return [];
  return [...shoal.free, ...shoal.cards].flatMap((at): Mark[] => {
    const place = { seat: owner, x: at.x, y: at.y };
    const ghost = steps.find((step) => samePlace(step.place, place));
    if (ghost) return [{ place, kind: "ghost", slot: ghost.slot }];
    const legal = steps.find((step) => at.slots.includes(step.slot));
    if (legal) return [{ place, kind: "legal", slot: legal.slot }];
    const tempting = steps.find((step) => !("card" in at) && sight.view.visible[step.slot]?.card !== "shark");
    return tempting ? [{ place, kind: "barred", slot: tempting.slot }] : [];
  });
}

/** The next card to be laid: the first that has its place, home before away. */
export function ready(plan: Plan): Step | null {
  const placed = plan.filter((step) => step.place !== null);
  return placed.find((step) => step.side === "home") ?? placed[0] ?? null;
}
