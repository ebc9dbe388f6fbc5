/** What a key means at this table: S stop, D die, R risk, 1 to 6 a look at a face, Enter what is next. */

export type Meaning =
  { readonly does: "stop" | "roll" | "risk" | "next" } | { readonly does: "look"; readonly face: number };

const LETTERS: Readonly<Record<string, Meaning>> = {
  s: { does: "stop" },
  d: { does: "roll" },
  r: { does: "risk" },
};

/** Null: nothing, or it is meant for a field in which one writes. */
export function meant(event: KeyboardEvent): Meaning | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return null;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable], dialog"))
    return null;
  if (event.key === "Enter") return event.target === document.body ? { does: "next" } : null;
  if (/^[1-6]$/.test(event.key)) return { does: "look", face: Number(event.key) };
  return LETTERS[event.key.toLowerCase()] ?? null;
}
