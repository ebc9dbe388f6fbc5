/** An egg card that is won flies to its seat at the edge of the page, and turns over on the way. */
import type { TransitionConfig } from "svelte/transition";

interface Flight {
  /** Whose card it is; null: it just goes. */
  readonly seat: number | null;
  readonly duration: number;
}

export function home(node: Element, { seat, duration }: Flight): TransitionConfig {
  const goal = seat === null ? null : document.querySelector(`[data-seat="${seat}"]`);
  if (!goal) return { duration: duration / 4, css: (left) => `opacity: ${left}` };
  const [from, to] = [node.getBoundingClientRect(), goal.getBoundingClientRect()];
  const zoom = (node as { currentCSSZoom?: number }).currentCSSZoom ?? 1; // boxes are measured as they are seen
  const across = (to.x + to.width / 2 - from.x - from.width / 2) / zoom;
  const down = (to.y + to.height / 2 - from.y - from.height / 2) / zoom;
  return {
    duration,
    css: (left, gone) =>
      `position: relative; z-index: 9; opacity: ${Math.min(1, 3 * left)}; transform: ` +
      `translate(${across * gone * gone}px, ${down * gone * gone}px) ` +
      `scale(${1 + Math.sin(gone * Math.PI) * 0.5 - gone * 0.5}) ` +
      `rotateY(${180 * gone}deg)`,
  };
}
