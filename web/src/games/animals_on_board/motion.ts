/** How tiles come to the table and leave it. */
import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { lasting } from "$lib/pace.svelte";
import type * as AnimalsOnBoard from "./wire";

interface Board {
  /** Which tile this is: they go one after another. */
  readonly place: number;
  readonly width: number;
  readonly height: number;
}

interface Boarding extends Board {
  readonly event: AnimalsOnBoard.Event | null;
  readonly seat: number | null;
  readonly seats: number;
}

/** Where an element stands now. */
function standing(node: Element): { x: number; y: number } {
  const { e, f } = new DOMMatrix(getComputedStyle(node).transform);
  return { x: e, y: f };
}

/** From the pile, at the lower right corner, to its place. */
export function draws(node: Element, { place, width, height }: Board): TransitionConfig {
  const { x, y } = standing(node);
  return {
    delay: lasting(40 * place),
    duration: lasting(420),
    easing: cubicOut,
    css: (_, left) =>
      `transform: translate(${x + (width - x) * left}px, ${y + (height - y) * left}px) scale(${1 - 0.6 * left}); ` +
      `opacity: ${1 - left * left}`,
  };
}

/** Up the gangway to the taker's ark: mine is below, the others' at the quay. What nobody took just goes. */
export function boards(node: Element, { event, place, seat, seats, width, height }: Boarding): TransitionConfig {
  if (event?.event !== "group_taken" && event?.event !== "hidden_taken") return { duration: 0 };
  const { x, y } = standing(node);
  const goal =
    event.seat === seat ? { x: width / 2, y: height + 40 } : { x: ((event.seat + 0.5) * width) / seats, y: -90 };
  return {
    delay: lasting(45 * (place % 6)),
    duration: lasting(650),
    easing: cubicIn,
    css: (_, gone) =>
      `transform: translate(${x + (goal.x - x) * gone}px, ${y + (goal.y - y) * gone}px) ` +
      `scale(${1 - 0.55 * gone}); opacity: ${1 - gone ** 4}; z-index: 6`,
  };
}
