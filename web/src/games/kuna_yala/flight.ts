/**
 * Cards that fly from their slot to their place. The card that leaves is seen all the way; the one that arrives shows
 * when the other is there. (Svelte's crossfade blends them, and what arrives would be cut off by the table's edge.)
 */
import { cubicInOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

import { lasting } from "$lib/pace.svelte";

/** Whence a card left, until one arrives with the same key. */
const leaving = new Map<string, HTMLElement>();
const arriving = new Map<string, HTMLElement>();

interface Flight {
  readonly key: string | null;
  readonly ms: number;
}

/** Leave the slot: to wherever a card of the same key arrives, else sink. */
export function leave(node: HTMLElement, { key, ms }: Flight): () => TransitionConfig {
  if (key) leaving.set(key, node);
  return () => {
    const target = met(arriving, leaving, key);
    if (!target) return sunk();
    const from = node.getBoundingClientRect();
    const to = target.getBoundingClientRect();
    const zoom = (node as { currentCSSZoom?: number }).currentCSSZoom ?? 1;
    const dx = (to.left - from.left) / zoom;
    const dy = (to.top - from.top) / zoom;
    const scale = to.width / Math.max(1, from.width);
    return {
      duration: lasting(ms),
      easing: cubicInOut,
      css: (_, u) => {
        const lift = 60 * Math.sin(Math.PI * u);
        const tilt = 4 * Math.sin(2 * Math.PI * u);
        const way = `translate(${u * dx}px, ${u * dy - lift}px) scale(${1 + u * (scale - 1)}) rotate(${tilt}deg)`;
        return `z-index: 9; transform-origin: 0 0; transform: ${way}`;
      },
    };
  };
}

/** Arrive at the place: unseen until the card that left is there. */
export function arrive(node: HTMLElement, { key, ms }: Flight): () => TransitionConfig {
  if (key) arriving.set(key, node);
  return () => {
    return met(leaving, arriving, key)
      ? { duration: lasting(ms), css: (t) => `opacity: ${t < 1 ? 0 : 1}` }
      : { duration: 0 };
  };
}

/** The counterpart of a flight; without one, nobody is to wait for it. */
function met(others: Map<string, HTMLElement>, own: Map<string, HTMLElement>, key: string | null): HTMLElement | null {
  if (key === null) return null;
  const other = others.get(key) ?? null;
  (other ? others : own).delete(key);
  return other;
}

function sunk(): TransitionConfig {
  return {
    duration: lasting(320),
    css: (t, u) => `opacity: ${t}; transform: translateY(${u * 40}%) rotate(${u * 14}deg)`,
  };
}
