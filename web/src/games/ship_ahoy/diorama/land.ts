/** What no ball moves: mountains and islands. Their foot is as wide as the referee says. */
import { BufferAttribute, BufferGeometry, Color, Vector3 } from "three";

import { HEIGHT, STANDING } from "../physics";
import { horn, joined, painted } from "./solid";
import { uneven } from "./uneven";

const ROCK = ["#9cb2ab", "#93aaa3", "#8aa19a"];
const SNOW = "#fffaf0";
const GRASS = ["#6bac6b", "#63a364"];
const SAND = ["#f8e7c1", "#efd9a8", "#e6cb94"];

/** A top of a mountain: where (in radii), how high (in heights), how steep. */
type Top = readonly [x: number, y: number, high: number, steep: number];

const TOPS: readonly Top[] = [
  [0.08, 0.1, 1, 0.95],
  [-0.42, -0.28, 0.66, 0.8],
  [0.45, -0.34, 0.52, 0.8],
];
const GREAT_TOPS: readonly Top[] = [
  [0.02, 0.08, 1, 0.9],
  [-0.46, 0.12, 0.7, 0.85],
  [0.4, -0.32, 0.6, 0.8],
  [-0.16, -0.5, 0.5, 0.7],
];

const tinted = (tints: readonly string[], n: number): string =>
  tints[Math.floor(uneven(n) * tints.length) % tints.length] ?? "";

interface Relief {
  readonly radius: number;
  /** The height at a spot, both in metres; `edge` is 0 in the middle and 1 at the rim. */
  readonly height: (x: number, y: number, edge: number, n: number) => number;
  readonly colour: (z: number, slope: number, n: number) => string;
}

const RINGS = [0, 0.2, 0.4, 0.6, 0.8, 0.985, 1];
const SECTORS = 18;

/** A solid from heights over a disc, in flat facets. */
function relief({ radius, height, colour }: Relief): BufferGeometry {
  const spot = (ring: number, sector: number): Vector3 => {
    const edge = RINGS[ring]!;
    const n = ring && ring * SECTORS + (sector % SECTORS);
    const turn = (2 * Math.PI * (sector + (ring % 2) / 2 + (ring && ring < 5 ? 0.3 * uneven(n) - 0.15 : 0))) / SECTORS;
    const far = radius * edge;
    const [x, y] = [far * Math.cos(turn), far * Math.sin(turn)];
    return new Vector3(x, y, ring === RINGS.length - 1 ? 0 : height(x, y, edge, n));
  };
  const corners: number[] = [];
  const colours: number[] = [];
  const [normal, side, paint] = [new Vector3(), new Vector3(), new Color()];
  const facet = (a: Vector3, b: Vector3, c: Vector3, n: number): void => {
    normal.subVectors(b, a).cross(side.subVectors(c, a)).normalize();
    paint.set(colour((a.z + b.z + c.z) / 3, normal.z, n));
    for (const corner of [a, b, c]) {
      corners.push(corner.x, corner.y, corner.z);
      colours.push(paint.r, paint.g, paint.b);
    }
  };
  for (let ring = 0; ring + 1 < RINGS.length; ring++) {
    for (let sector = 0; sector < SECTORS; sector++) {
      const [a, b] = [spot(ring, sector), spot(ring, sector + 1)];
      const [c, d] = [spot(ring + 1, sector), spot(ring + 1, sector + 1)];
      const n = 1000 + ring * SECTORS + sector;
      // Every other ring is turned by half a sector: the facets lean the other way.
      if (ring % 2) {
        facet(a, c, d, n);
        facet(a, d, b, n + 7000);
      } else {
        if (ring) facet(a, c, b, n);
        facet(b, c, d, n + 7000);
      }
    }
  }
  const solid = new BufferGeometry();
  solid.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  solid.setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
  solid.computeVertexNormals();
  return solid;
}

/** Rock with a cap of snow and grass at its foot. */
export function mountainSolid(great: boolean): BufferGeometry {
  const kind = great ? "great_mountain" : "mountain";
  const { radius } = STANDING[kind];
  const tall = HEIGHT[kind] ?? 0;
  const tops = great ? GREAT_TOPS : TOPS;
  return relief({
    radius,
    height: (x, y, edge, n) => {
      const reach = tops.map(([u, v, high, steep]) => high - steep * Math.hypot(x / radius - u, y / radius - v));
      const hill = Math.max(0.22, ...reach);
      return tall * (hill * (1 - 0.07 * uneven(n)) - (edge > 0.95 ? 0.03 + 0.03 * uneven(n) : 0));
    },
    colour: (z, slope, n) => {
      if (z > tall * (0.56 + 0.1 * uneven(n))) return SNOW;
      if (z < tall * 0.24) return tinted(GRASS, n);
      return slope > 0.75 ? "#a9bdb6" : tinted(ROCK, n);
    },
  });
}

/** Treasure Island: a hill of sand with grass and a palm. The chest has its place in front of it. */
export function islandSolid(): BufferGeometry {
  const { radius } = STANDING.island;
  const tall = HEIGHT.island ?? 0;
  const hill = relief({
    radius,
    height: (_x, _y, edge, n) => tall * (edge > 0.95 ? 0.4 : 0.94 - 0.5 * edge ** 4) * (1 - 0.05 * uneven(n)),
    colour: (z, slope, n) => (slope > 0.9 && z > tall * 0.8 ? tinted(GRASS, n) : tinted(SAND, n)),
  });
  return joined([hill, ...palm(0.034, 0.03, tall * 0.85), ...palm(-0.05, 0.025, tall * 0.75, 0.7, 2.4)], "color");
}

/** Where the chest stands on Treasure Island. */
export const CHEST_PLACE = [-0.002, -0.034, (HEIGHT.island ?? 0) * 0.9] as const;

function palm(x: number, y: number, z: number, scale = 1, turn = 0.4): BufferGeometry[] {
  const trunk = Array.from({ length: 6 }, (_, k) => new Vector3(0.012 * (k / 5) ** 2, 0, 0.011 * k));
  const crown = new Vector3(0.012, 0, 0.055);
  const leaves = Array.from({ length: 7 }, (_, k) => {
    const way = (2 * Math.PI * k) / 7 + 0.2 * uneven(k);
    return leaf(crown, way, 0.03 + 0.006 * uneven(k + 9), k % 2 ? "#4c9a5b" : "#66b06c");
  });
  return [painted(horn(trunk, 0.0042, 0.0026), "#b9783f"), ...leaves].map((part) =>
    part.scale(scale, scale, scale).rotateZ(turn).translate(x, y, z),
  );
}

/** A leaf that bends down, folded along its rib; both of its sides are seen. */
function leaf(from: Vector3, way: number, long: number, colour: string): BufferGeometry {
  const [dx, dy] = [Math.cos(way), Math.sin(way)];
  const rib = [0, 0.35, 0.7, 1].map(
    (k) => new Vector3(from.x + dx * long * k, from.y + dy * long * k, from.z + 0.007 * k - 0.024 * k * k),
  );
  const wide = [0.002, 0.0085, 0.0075, 0];
  const edge = (side: number): Vector3[] =>
    rib.map(
      (place, k) =>
        new Vector3(place.x - dy * side * wide[k]!, place.y + dx * side * wide[k]!, place.z - 0.3 * wide[k]!),
    );
  const corners: number[] = [];
  for (const line of [edge(1), edge(-1)]) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c, d] = [rib[k]!, rib[k + 1]!, line[k]!, line[k + 1]!];
      for (const corner of [a, b, d, a, d, c, a, d, b, a, c, d]) corners.push(corner.x, corner.y, corner.z);
    }
  }
  const solid = new BufferGeometry();
  solid.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  solid.computeVertexNormals();
  return painted(solid, colour);
}
