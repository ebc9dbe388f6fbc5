/** Arrows go round in a group of controls. */

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The place that an arrow leads to from this one of so many; null: it was no arrow. */
export function walked(event: KeyboardEvent, place: number, count: number): number | null {
  const by = STEPS[event.key];
  if (by === undefined) return null;
  event.preventDefault();
  return (place + by + count) % count;
}
