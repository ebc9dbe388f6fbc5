/** What a key means at this table: S stop, D die, R risk, 1 to 6 a look at a face, Enter what is next; Space throws. */
import { meantElsewhere } from "$lib/keys";

export type Meaning =
  { readonly does: "stop" | "roll" | "risk" | "next" } | { readonly does: "look"; readonly face: number };

const LETTERS: Readonly<Record<string, Meaning>> = {
  s: { does: "stop" },
  d: { does: "roll" },
  r: { does: "risk" },
};

/** A key that is held plays once. */
function elsewhere(event: KeyboardEvent): boolean {
  return event.repeat || meantElsewhere(event);
}

/** Whether a key throws one's own first die: the die's letter, or Space and Enter where nothing else has the focus. */
export function throws(event: KeyboardEvent): boolean {
  if (elsewhere(event)) return false;
  return event.key.toLowerCase() === "d" || ([" ", "Enter"].includes(event.key) && event.target === document.body);
}

/** Null: nothing, or it is meant for something else. */
export function meant(event: KeyboardEvent): Meaning | null {
  if (elsewhere(event)) return null;
  if (event.key === "Enter") return event.target === document.body ? { does: "next" } : null;
  if (/^[1-6]$/.test(event.key)) return { does: "look", face: Number(event.key) };
  return LETTERS[event.key.toLowerCase()] ?? null;
}
