/** Facts in words where nobody wrote a sentence for them: by the names of their fields, and what these are called. */
import { capital, type Sentences } from "$lib/sentences";

export const NOTHING = "–";

export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const spaced = (name: string): string => name.replaceAll("_", " ");

function label(sentences: Sentences, name: string): string {
  return sentences.has("view", name) ? sentences.say("view", name) : spaced(name);
}

/** What a part of the view is called: the game's words may say so, else its name has to do. */
export function labelOf(sentences: Sentences, name: string): string {
  return capital(label(sentences, name));
}

/** Whether a value names a seat: by its field's name, or because the game's types say so. */
export function isSeat(sentences: Sentences, name: string, value: unknown): value is number {
  return (name.endsWith("_seat") || sentences.like(name) === "seat") && typeof value === "number";
}

/** A value in words. */
export function told(sentences: Sentences, name: string, value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "boolean") return sentences.say("common", value ? "yes" : "no");
  if (Array.isArray(value)) return value.map((each) => told(sentences, name, each)).join(", ") || NOTHING;
  if (isSeat(sentences, name, value)) return sentences.name("seat", value);
  const known = sentences.name(name, value);
  if (!isRow(value)) return known === value ? spaced(known) : known;
  if (known && !("seat" in value)) return known; // a card, a tile: the game's words name it as a whole
  const parts = Object.entries(value).map(
    ([part, each]) => `${labelOf(sentences, part)} ${told(sentences, part, each)}`,
  );
  return parts.join(", ") || NOTHING;
}

/** The fields that say which event, move or hint it is. */
const KINDS: readonly string[] = ["event", "move", "says"];

/** What has no sentence: its name, and its facts one after another. */
export function plainly(sentences: Sentences, name: string, facts: Row): string {
  const parts = Object.entries(facts)
    .filter(([field]) => !KINDS.includes(field))
    .map(([field, value]) => `${label(sentences, field)} ${told(sentences, field, value)}`);
  return capital([spaced(name), parts.join(", ")].filter(Boolean).join(": "));
}
