import { describe, expect, it } from "vitest";

import { coral, laid, one, shark, shoal, table } from "./fixtures";
import { kept, marks, pick, type Plan, point, ready, type Sight, swapped } from "../../src/games/kuna_yala/plan";

/** Slot 0 fits anywhere, 1 only at home, 2 (a shark) only on the other's fish, 3 nowhere. */
const sight: Sight = {
  seat: 0,
  view: table({
    visible: [coral, one("red", "star"), shark, one("blue", "grass")],
    shoals: [
      shoal(
        [laid(0, 0, coral)],
        [
          { x: 1, y: 0, slots: [0, 1] },
          { x: 0, y: 1, slots: [0] },
        ],
      ),
      shoal([laid(0, 0, coral), laid(1, 0, one("red", "grass"), [2])], [{ x: 2, y: 0, slots: [0] }]),
    ],
  }),
};
const at = (seat: number, x: number, y: number) => ({ seat, x, y });

function planned(...slots: number[]): Plan {
  return slots.reduce<Plan>((plan, slot) => pick(sight, plan, slot).plan, []);
}

describe("choosing cards", () => {
  it("leaves the side of a card open that may go either way", () => {
    expect(planned(0)).toEqual([{ slot: 0, side: null, place: null }]);
  });

  it("knows the side of a card that has places on one side only", () => {
    expect(planned(2)[0]?.side).toBe("away");
  });

  it("sends the second card where the first does not go", () => {
    expect(planned(0, 1).map((step) => step.side)).toEqual(["away", "home"]);
    expect(planned(0, 2).map((step) => step.side)).toEqual(["home", "away"]);
  });

  it("puts a card back that is chosen again, and forgets the other's side", () => {
    expect(planned(0, 1, 1)).toEqual([{ slot: 0, side: null, place: null }]);
  });

  it("lets a third card take the place of the one that does not lie yet", () => {
    const plan = point(sight, planned(0, 1), at(1, 2, 0));
    expect(pick(sight, plan, 2).plan).toEqual(plan); // a shark cannot go home, and coral lies away
    expect(pick(sight, planned(1, 0), 2).plan.map((step) => step.slot)).toEqual([1, 2]);
  });

  it("asks the server why, where a card fits nowhere", () => {
    const { plan, refused } = pick(sight, [], 3);
    expect(plan).toEqual([]);
    expect(refused).toEqual({ move: "lay", slot: 3, place: at(0, 1, 0) });
  });

  it("has room for one card where one is left to lay", () => {
    const second: Sight = { ...sight, view: { ...sight.view, to_lay: "at_home" } };
    const first = pick(second, [], 0).plan;
    expect(pick(second, first, 1).plan.map((step) => step.slot)).toEqual([1]);
  });
});

describe("pointing at places", () => {
  it("lays the card there in mind, and its side is known", () => {
    expect(point(sight, planned(0), at(1, 2, 0))).toEqual([{ slot: 0, side: "away", place: at(1, 2, 0) }]);
  });

  it("moves the card with the next place and lifts it with the same", () => {
    const plan = point(sight, planned(0), at(0, 1, 0));
    expect(point(sight, plan, at(0, 0, 1))[0]?.place).toEqual(at(0, 0, 1));
    expect(point(sight, plan, at(0, 1, 0))).toEqual(planned(0));
  });

  it("changes nothing where no chosen card may lie", () => {
    expect(point(sight, planned(1), at(0, 0, 1))).toEqual(planned(1));
  });

  it("swaps two cards only where both may go the other way", () => {
    expect(swapped(sight, planned(0, 2))).toBeNull();
    const both: Sight = {
      ...sight,
      view: {
        ...sight.view,
        shoals: sight.view.shoals.map((each) => ({ ...each, free: [{ x: 3, y: 0, slots: [0, 1] }] })),
      },
    };
    const plan = pick(both, pick(both, [], 0).plan, 1).plan;
    expect(swapped(both, plan)?.map((step) => step.side)).toEqual(["away", "home"]);
  });
});

describe("what places are for a plan", () => {
  it("lights legal places, bars tempting ones, and shows what lies in mind", () => {
    const plan = point(sight, planned(1), at(0, 1, 0));
    expect(marks(sight, plan, 0)).toEqual([
      { place: at(0, 1, 0), kind: "ghost", slot: 1 },
      { place: at(0, 0, 1), kind: "barred", slot: 1 },
    ]);
    expect(marks(sight, plan, 1)).toEqual([]);
  });

  it("lights the fish that a shark may take, and bars no water for it", () => {
    expect(marks(sight, planned(2), 1)).toEqual([{ place: at(1, 1, 0), kind: "legal", slot: 2 }]);
  });
});

describe("a plan that is carried out", () => {
  const both = point(sight, point(sight, planned(0, 2), at(0, 1, 0)), at(1, 1, 0));

  it("begins at home", () => {
    expect(ready(both)?.slot).toBe(0);
    expect(ready(planned(0, 2))).toBeNull();
  });

  it("keeps the second card when the first lies", () => {
    const view = { ...sight.view, to_lay: "away" as const, visible: [null, ...sight.view.visible.slice(1)] };
    expect(kept({ ...sight, view }, both)).toEqual([both[1]]);
  });

  it("keeps nothing that may not be done any more", () => {
    const view = {
      ...sight.view,
      shoals: sight.view.shoals.map((each) => shoal([...each.cards].map((card) => ({ ...card, slots: [] })))),
    };
    expect(kept({ ...sight, view }, both)).toEqual([]);
  });
});
