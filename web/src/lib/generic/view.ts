/** Any game's view in parts that can be drawn without knowing the game. The terminal's generic table is made alike. */
import { isRow, type Row } from "./plain";

/** A part of a view: a single fact, a list of words or numbers, a table with a row for each structure, or a group. */
export type Part =
  | { readonly kind: "fact"; readonly name: string; readonly value: unknown }
  | { readonly kind: "list"; readonly name: string; readonly values: readonly unknown[]; readonly perSeat: boolean }
  | {
      readonly kind: "rows";
      readonly name: string;
      readonly columns: readonly string[];
      readonly rows: readonly Row[];
      readonly perSeat: boolean;
    }
  | { readonly kind: "group"; readonly name: string; readonly parts: readonly Part[] };

/** Lists of these names have one place for each seat, in order. */
const PER_SEAT: readonly string[] = ["players", "seats", "scores", "score", "points"];
/** What counts as somebody's score, the first that is there. */
const SCORES: readonly string[] = ["score", "points"];

/** The parts of a structure: what is single comes first. */
export function partsOf(structure: Row, seats: number): readonly Part[] {
  const parts = Object.entries(structure).map(([name, value]) => partOf(name, value, seats));
  return [...parts.filter(({ kind }) => kind === "fact"), ...parts.filter(({ kind }) => kind !== "fact")];
}

function partOf(name: string, value: unknown, seats: number): Part {
  if (isRow(value)) return { kind: "group", name, parts: partsOf(value, seats) };
  if (!Array.isArray(value) || value.length === 0) return { kind: "fact", name, value };
  const values: readonly unknown[] = value;
  const perSeat = PER_SEAT.includes(name) && values.length === seats;
  if (!values.every(isRow)) return { kind: "list", name, values, perSeat };
  const columns = [...new Set(values.flatMap((row) => Object.keys(row)))];
  return { kind: "rows", name, columns, rows: values, perSeat: perSeat && !columns.includes("seat") };
}

/** What the view counts as a seat's score; null: it tells none. */
export function scoreOf(view: Row, seat: number): number | null {
  for (const name of [...SCORES, "scores"]) {
    const value: unknown = Array.isArray(view[name]) ? (view[name] as readonly unknown[])[seat] : null;
    if (typeof value === "number") return value;
  }
  for (const list of Object.values(view)) {
    if (!Array.isArray(list) || !list.every(isRow)) continue;
    const rows: readonly Row[] = list;
    const row = rows.find((each) => each["seat"] === seat) ?? (rows.some((each) => "seat" in each) ? null : rows[seat]);
    const score = SCORES.map((name) => row?.[name]).find((value) => typeof value === "number");
    if (score !== undefined) return score;
  }
  return null;
}
