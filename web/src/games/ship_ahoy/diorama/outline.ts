/** Outlines of cards: sampled from our drawings, and grown so that paper is left around the print. */
export type Spot = readonly [number, number];

/** Spots along the path of an SVG, this far from each other. */
export function sampled(path: string, step: number): Spot[] {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  const length = line.getTotalLength();
  const count = Math.max(3, Math.round(length / step));
  return Array.from({ length: count }, (_, k) => {
    const { x, y } = line.getPointAtLength((length * k) / count);
    return [x, y] as const;
  });
}

/** Twice the area; positive against the clock where y points up. */
const area = (line: readonly Spot[]): number =>
  line.reduce((sum, [x, y], k) => {
    const [u, v] = line[(k + 1) % line.length]!;
    return sum + x * v - u * y;
  }, 0);

/** The closed line, grown outwards by so much. Where it bends inwards, what would cross itself is left out. */
export function grown(line: readonly Spot[], by: number): Spot[] {
  const outwards = area(line) > 0 ? 1 : -1;
  const found: Spot[] = [];
  for (let k = 0; k < line.length; k++) {
    const [from, to] = [line[k]!, line[(k + 1) % line.length]!];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (!length) continue;
    const across = (outwards * by * (to[1] - from[1])) / length;
    const up = (-outwards * by * (to[0] - from[0])) / length;
    found.push([from[0] + across, from[1] + up], [to[0] + across, to[1] + up]);
  }
  return found.filter((spot) => line.every(([x, y]) => Math.hypot(spot[0] - x, spot[1] - y) > 0.99 * by));
}

/** The line without spots that hardly bend it. */
export function thinned(line: readonly Spot[], slack: number): Spot[] {
  const kept: Spot[] = [];
  for (let k = 0; k < line.length; k++) {
    const [before, spot, after] = [kept.at(-1) ?? line.at(-1)!, line[k]!, line[(k + 1) % line.length]!];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const length = Math.hypot(dx, dy);
    const off = length ? Math.abs(dx * (spot[1] - before[1]) - dy * (spot[0] - before[0])) / length : 0;
    if (off > slack) kept.push(spot);
  }
  return kept;
}
