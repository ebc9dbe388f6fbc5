/** Options that are lists: how one press changes them. An empty list leaves it to the game. */

/** One more or one less of a set; where so many are chosen, whoever was chosen first makes room. */
export function picked(chosen: readonly string[], name: string, count: number): string[] {
  if (chosen.includes(name)) return chosen.filter((each) => each !== name);
  return [...chosen, name].slice(-count);
}

/** A list in which everything has its place: what is put into one changes places with what was there. */
export function exchanged(placed: readonly string[], place: number, name: string): string[] {
  const there = placed[place]!;
  return placed.map((each, number) => (number === place ? name : each === name ? there : each));
}

/** The list as it is agreed on: what is usual anyway needs no list. */
export function unlessUsual<T>(list: readonly T[], usual: readonly T[]): readonly T[] {
  return list.every((each, place) => each === usual[place]) ? [] : list;
}
