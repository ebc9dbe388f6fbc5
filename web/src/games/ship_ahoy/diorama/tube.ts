/** A round tube along a line that changes: a rope, or the way of the ball. Its buffers are made once. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from "three";

import type { Place, Point } from "../picture";

const SIDES = 7;

/** A line with a place every so often, its corners rounded a little. */
export function smooth(way: readonly Point[], step: number): Point[] {
  const places: Point[] = [];
  for (let k = 0; k + 1 < way.length; k++) {
    const [from, to] = [way[k]!, way[k + 1]!];
    const count = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / step));
    const [dx, dy] = [(to[0] - from[0]) / count, (to[1] - from[1]) / count];
    for (let n = 0; n < count; n++) places.push([from[0] + n * dx, from[1] + n * dy]);
  }
  const last = way.at(-1);
  if (last) places.push(last);
  for (let round = 0; round < 2; round++) {
    for (let k = 1; k + 1 < places.length; k++) {
      const [a, b, c] = [places[k - 1]!, places[k]!, places[k + 1]!];
      places[k] = [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4];
    }
  }
  return places;
}

export class Tube {
  readonly geometry = new BufferGeometry();
  readonly #places: BufferAttribute;
  readonly #normals: BufferAttribute;
  readonly #spots: BufferAttribute;
  readonly #colours: BufferAttribute;

  constructor(private readonly room: number) {
    const many = (size: number): BufferAttribute =>
      new BufferAttribute(new Float32Array(room * (SIDES + 1) * size), size).setUsage(DynamicDrawUsage);
    [this.#places, this.#normals, this.#spots, this.#colours] = [many(3), many(3), many(2), many(4)];
    this.geometry.setAttribute("position", this.#places);
    this.geometry.setAttribute("normal", this.#normals);
    this.geometry.setAttribute("uv", this.#spots);
    this.geometry.setAttribute("color", this.#colours);
    const corners: number[] = [];
    for (let k = 0; k + 1 < room; k++) {
      for (let n = 0; n < SIDES; n++) {
        const [a, b] = [k * (SIDES + 1) + n, (k + 1) * (SIDES + 1) + n];
        corners.push(a, b, a + 1, b, b + 1, a + 1);
      }
    }
    this.geometry.setIndex(corners);
    this.geometry.setDrawRange(0, 0);
  }

  /** Along these places; `thick` and `alpha` for each part of the way, `pitch`: the length of a turn of its print. */
  lay(line: readonly Place[], thick: (part: number) => number, alpha: (part: number) => number, pitch = 1): void {
    const places = line.length > this.room ? line.slice(-this.room) : line;
    let run = 0;
    for (let k = 0; k < places.length; k++) {
      const [a, place, b] = [places[Math.max(0, k - 1)]!, places[k]!, places[Math.min(places.length - 1, k + 1)]!];
      const [dx, dy, dz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      const length = Math.hypot(dx, dy, dz) || 1;
      const flat = Math.hypot(dx, dy) || 1;
      // Across the way, level; and square to both.
      const [sx, sy] = [-dy / flat, dx / flat];
      const [ux, uy, uz] = [(-sy * dz) / length, (sx * dz) / length, (sy * dx - sx * dy) / length];
      if (k) run += Math.hypot(place[0] - a[0], place[1] - a[1], place[2] - a[2]);
      const part = places.length > 1 ? k / (places.length - 1) : 1;
      const radius = thick(part);
      for (let n = 0; n <= SIDES; n++) {
        const turn = (2 * Math.PI * n) / SIDES;
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        const [nx, ny, nz] = [c * sx - s * ux, c * sy - s * uy, -s * uz];
        const at = k * (SIDES + 1) + n;
        this.#places.setXYZ(at, place[0] + radius * nx, place[1] + radius * ny, place[2] + radius * nz);
        this.#normals.setXYZ(at, nx, ny, nz);
        this.#spots.setXY(at, run / pitch, n / SIDES);
        this.#colours.setXYZW(at, 1, 1, 1, alpha(part));
      }
    }
    for (const attribute of [this.#places, this.#normals, this.#spots, this.#colours]) attribute.needsUpdate = true;
    this.geometry.setDrawRange(0, Math.max(0, places.length - 1) * SIDES * 6);
  }

  dispose(): void {
    this.geometry.dispose();
  }
}
