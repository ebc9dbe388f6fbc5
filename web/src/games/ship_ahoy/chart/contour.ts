/** The edge of an area of squares, as soft lines. */
import type { Reached } from "../picture";
import { mm } from "./drawn";

type Corner = readonly [column: number, row: number];

/** Water that costs at most so many knots, for each number of knots, the farthest first: one path each. */
export function contours(
  step: number,
  cells: readonly Reached[],
): readonly { readonly knots: number; readonly path: string }[] {
  const costs = [...new Set(cells.map((cell) => cell.knots))].sort((one, other) => other - one);
  return costs.map((knots) => ({
    knots,
    path: outline(
      step,
      cells.filter((cell) => cell.knots <= knots),
    ),
  }));
}

/** All edges of the area, lakes and islands too, with their steps rounded off. */
export function outline(step: number, cells: readonly Pick<Reached, "x" | "y">[]): string {
  const [originX, originY] = [cells[0]?.x ?? 0, cells[0]?.y ?? 0];
  const squares = cells.map(({ x, y }): Corner => [Math.round((x - originX) / step), Math.round((y - originY) / step)]);
  const place = ([column, row]: Corner): string =>
    `${mm(originX + (column - 0.5) * step)} ${mm(-(originY + (row - 0.5) * step))}`;
  return loops(squares)
    .map((loop) => rounded(loop, place))
    .join("");
}

/** Loops of corners with the area on their left. */
export function loops(squares: readonly Corner[]): Corner[][] {
  const taken = new Set(squares.map(String));
  const next = new Map<string, Corner[]>();
  const edge = (from: Corner, to: Corner): void => void next.set(String(from), [...(next.get(String(from)) ?? []), to]);
  for (const [column, row] of squares) {
    if (!taken.has(`${column},${row - 1}`)) edge([column, row], [column + 1, row]);
    if (!taken.has(`${column + 1},${row}`)) edge([column + 1, row], [column + 1, row + 1]);
    if (!taken.has(`${column},${row + 1}`)) edge([column + 1, row + 1], [column, row + 1]);
    if (!taken.has(`${column - 1},${row}`)) edge([column, row + 1], [column, row]);
  }
  const found: Corner[][] = [];
  for (const start of next.keys()) {
    for (let to = next.get(start)?.pop(); to; to = next.get(start)?.pop()) {
      const loop: Corner[] = [to];
      while (String(to) !== start) loop.push((to = next.get(String(to))!.pop()!));
      found.push(loop);
    }
  }
  return found;
}

/** How many corners to each side a corner is mixed with, and how often. */
const SOFT = 2;
const PASSES = 2;

/** The loop without its steps: every corner in the middle of its neighbours. */
function softened(loop: readonly Corner[]): readonly Corner[] {
  const { length } = loop;
  if (length < 4 * SOFT) return loop;
  return loop.map((_, at): Corner => {
    let [column, row] = [0, 0];
    for (let off = -SOFT; off <= SOFT; off++) {
      const [x, y] = loop[(at + off + length) % length]!;
      [column, row] = [column + x, row + y];
    }
    return [column / (2 * SOFT + 1), row / (2 * SOFT + 1)];
  });
}

/** Through the middles of the edges, bent at the corners. */
function rounded(edges: readonly Corner[], place: (corner: Corner) => string): string {
  let loop = edges;
  for (let pass = 0; pass < PASSES; pass++) loop = softened(loop);
  const middle = (at: number): Corner => {
    const [one, other] = [loop[at % loop.length]!, loop[(at + 1) % loop.length]!];
    return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  };
  const bends = loop.map((_, at) => `Q${place(loop[(at + 1) % loop.length]!)} ${place(middle(at + 1))}`);
  return `M${place(middle(0))}${bends.join("")}Z`;
}
