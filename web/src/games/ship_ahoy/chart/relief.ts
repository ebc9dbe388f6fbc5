/** A mountain from above: slopes between ridges that run down from its peak, lit from the top left, and snow. */

export interface Relief {
  /** Slopes, from the darkest tone 0 to the lightest 3. */
  readonly slopes: readonly { readonly path: string; readonly tone: number }[];
  readonly snow: string;
  /** The side of the snow that lies in the shade. */
  readonly shade: string;
}

type Spot = readonly [number, number];

const RIDGES = 16;
/** Where the light comes from, on paper: the top left. */
const LIGHT = -0.75 * Math.PI;

/** A mountain of this radius; each number has a shape of its own, always the same. */
export function relief(radius: number, number: number): Relief {
  const chance = dice(number);
  const peak: Spot = [radius * (chance() - 0.5) * 0.24, radius * (chance() - 0.5) * 0.24];
  const start = chance() * Math.PI * 2;
  const ridges = Array.from({ length: RIDGES }, (_, at) => {
    const angle = start + ((at + (chance() - 0.5) * 0.5) * Math.PI * 2) / RIDGES;
    // Every other line is a ridge and reaches farther than the gully beside it.
    return {
      angle,
      foot: polar(radius * (at % 2 ? 0.8 + chance() * 0.05 : 0.9 + chance() * 0.05), angle),
      snow: 0.34 + chance() * 0.24,
    };
  });
  // Snow lies on the ridges.
  const caps = ridges
    .filter((_, at) => at % 2 === 0)
    .map(({ angle, foot, snow }) => ({ angle, edge: toward(peak, foot, snow) }));
  const dark = caps.flatMap(({ angle, edge }) => (Math.cos(angle - LIGHT) < 0 ? [edge] : []));
  return {
    slopes: ridges.map(({ angle, foot }, at) => {
      const next = ridges[(at + 1) % RIDGES]!;
      const lit = Math.cos(angle + Math.PI / RIDGES - LIGHT) + (at % 2 ? 0.35 : -0.35);
      return { path: closed([peak, foot, next.foot]), tone: Math.max(0, Math.min(3, Math.floor((lit + 1.35) / 0.68))) };
    }),
    snow: soft(caps.map(({ edge }) => edge)),
    shade: soft([peak, ...sorted(dark, peak)]),
  };
}

/** Spots in the order in which they lie around another, from the widest gap on. */
function sorted(spots: readonly Spot[], around: Spot): Spot[] {
  const bearing = ([x, y]: Spot): number =>
    (Math.atan2(y - around[1], x - around[0]) - LIGHT + 4 * Math.PI) % (2 * Math.PI);
  return [...spots].sort((one, other) => bearing(one) - bearing(other));
}

function closed(spots: readonly Spot[]): string {
  return `M${spots.map(written).join("L")}Z`;
}

/** Closed too, but bent at the spots. */
function soft(spots: readonly Spot[]): string {
  const middle = (at: number): Spot => toward(spots[at % spots.length]!, spots[(at + 1) % spots.length]!, 0.5);
  const bends = spots.map((_, at) => `Q${written(spots[(at + 1) % spots.length]!)} ${written(middle(at + 1))}`);
  return `M${written(middle(0))}${bends.join("")}Z`;
}

function written([x, y]: Spot): string {
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
}

function polar(radius: number, angle: number): Spot {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function toward(from: Spot, to: Spot, part: number): Spot {
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** Numbers from 0 to 1 that look random and are the same every time. */
function dice(seed: number): () => number {
  let state = seed * 2654435761 + 12345;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
