/** Aiming: where the cannon may stand, and where the ball may go. */
import { BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicMaterial } from "three";

import type { Picture, Wedge } from "../picture";
import { LAYER } from "./layer";
import { CREAM, INK, type Palette } from "./palette";
import { Scatter } from "./scatter";
import { glow, type Workshop } from "./workshop";

const RAYS = 20;

export class Aim {
  readonly group = new Group();
  readonly #fan = new BufferGeometry();
  readonly #fanMesh: Mesh;
  readonly #light: MeshBasicMaterial;
  readonly #dots: Scatter;
  readonly #white = glow("#ffffff", 0.99);
  readonly #colours: Palette;

  constructor(shop: Workshop) {
    this.#colours = shop.colours;
    this.#light = new MeshBasicMaterial({
      color: shop.colours.sun,
      vertexColors: true,
      transparent: true,
      depthWrite: false,
    });
    this.#fan.setAttribute("position", new BufferAttribute(new Float32Array(9 * RAYS), 3));
    const fading = new Float32Array(12 * RAYS).fill(1);
    for (let k = 0; k < 3 * RAYS; k++) fading[4 * k + 3] = k % 3 ? 0.22 : 0.75;
    this.#fan.setAttribute("color", new BufferAttribute(fading, 4));
    this.#fanMesh = new Mesh(this.#fan, this.#light);
    this.#fanMesh.frustumCulled = false;
    this.#fanMesh.renderOrder = 4;
    this.#dots = new Scatter(shop.dot, this.#white, 400, 6);
    this.group.add(this.#fanMesh, this.#dots.mesh);
  }

  show({ berths, wedge }: Picture, pixel: number): void {
    const { danger } = this.#colours;
    this.#dots.clear();
    for (const { at, free } of berths) {
      const size = Math.max(free ? 0.0022 : 0.0032, (free ? 1.6 : 2.3) * pixel);
      this.#dots.add(at[0], at[1], LAYER.mark, size, size, free ? CREAM : danger);
    }
    this.#fanMesh.visible = wedge !== null;
    if (wedge) this.#open(wedge, pixel);
  }

  dispose(): void {
    this.#fan.dispose();
    this.#light.dispose();
    this.#white.dispose();
    this.#dots.dispose();
  }

  #open({ from, heading, wide, far, meets }: Wedge, pixel: number): void {
    const places = this.#fan.getAttribute("position");
    const edge = (k: number): readonly [number, number] => {
      const turn = heading + wide * ((2 * k) / RAYS - 1);
      return [from[0] + far * Math.cos(turn), from[1] + far * Math.sin(turn)];
    };
    for (let k = 0; k < RAYS; k++) {
      const [a, b] = [edge(k), edge(k + 1)];
      places.setXYZ(3 * k, from[0], from[1], LAYER.line);
      places.setXYZ(3 * k + 1, a[0], a[1], LAYER.line);
      places.setXYZ(3 * k + 2, b[0], b[1], LAYER.line);
    }
    places.needsUpdate = true;
    const length = meets ? Math.hypot(meets.at[0] - from[0], meets.at[1] - from[1]) : far;
    const step = Math.max(0.022, 9 * pixel);
    const size = Math.max(0.0022, 1.5 * pixel);
    for (let run = step; run < length - size; run += step) {
      this.#dots.add(
        from[0] + run * Math.cos(heading),
        from[1] + run * Math.sin(heading),
        LAYER.line + 0.0003,
        size,
        size,
        INK,
      );
    }
    if (!meets) return;
    const spot = Math.max(0.005, 3.5 * pixel);
    this.#dots.add(meets.at[0], meets.at[1], LAYER.line + 0.0004, 1.5 * spot, 1.5 * spot, CREAM);
    this.#dots.add(meets.at[0], meets.at[1], LAYER.line + 0.0006, spot, spot, this.#colours.coral);
  }
}
