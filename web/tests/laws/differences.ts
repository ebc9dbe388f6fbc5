/** In what one view differs from another. */

/** Where: names, and `*` for any place of a list, as in `players.*.hand`. */
export type Path = string;

export interface Difference {
  readonly path: Path;
  readonly found: unknown;
  readonly expected: unknown;
}

/** All differences. What only `found` has at its top (as a scene's flight) is no difference. */
export function* differences(found: unknown, expected: unknown, path: Path = ""): Generator<Difference> {
  if (Object.is(found, expected)) return;
  const both = [found, expected];
  if (both.every(Array.isArray)) {
    const [some, others] = both as unknown[][];
    if (some!.length !== others!.length) yield { path, found, expected };
    else for (const [place, each] of others!.entries()) yield* differences(some![place], each, within(path, "*"));
  } else if (both.every((each) => typeof each === "object" && each !== null && !Array.isArray(each))) {
    const [one, other] = both as Record<string, unknown>[];
    for (const name of namesOf(one!, other!, path)) yield* differences(one![name], other![name], within(path, name));
  } else {
    yield { path, found, expected };
  }
}

function namesOf(one: object, other: object, path: Path): Iterable<string> {
  return path ? new Set([...Object.keys(one), ...Object.keys(other)]) : Object.keys(other);
}

function within(path: Path, name: string): Path {
  return path ? `${path}.${name}` : name;
}
