/** Water within reach, shaded by what it costs: a small picture of one pixel a square, softened. */
import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";

import type { Picture } from "../picture";
import { LAYER } from "./layer";

/** How bright water is by the knots it takes to get there. */
const BRIGHT = [0.62, 0.46, 0.32, 0.22];
/** Pixels a square in the end: the edges are soft, the squares are not seen. */
const FINE = 4;

export class Reach {
  readonly mesh: Mesh;
  readonly #squares = document.createElement("canvas");
  readonly #canvas = document.createElement("canvas");
  readonly #material: MeshBasicMaterial;
  #shown: Picture["reach"] = null;

  constructor() {
    this.#material = new MeshBasicMaterial({ transparent: true, depthWrite: false });
    this.mesh = new Mesh(new PlaneGeometry(1, 1), this.#material);
    this.mesh.position.z = LAYER.reach;
    this.mesh.renderOrder = 1;
    this.mesh.visible = false;
  }

  show({ reach }: Picture): void {
    if (reach === this.#shown) return;
    this.#shown = reach;
    this.mesh.visible = reach !== null && reach.cells.length > 0;
    if (!reach || !this.mesh.visible) return;
    const { step, cells } = reach;
    let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of cells) {
      [left, right, low, high] = [Math.min(left, x), Math.max(right, x), Math.min(low, y), Math.max(high, y)];
    }
    const wide = Math.round((right - left) / step) + 3;
    const tall = Math.round((high - low) / step) + 3;
    this.#squares.width = wide;
    this.#squares.height = tall;
    const context = this.#squares.getContext("2d");
    if (!context) return;
    for (const { x, y, knots } of cells) {
      const bright = BRIGHT[Math.min(BRIGHT.length, Math.max(1, knots)) - 1];
      context.fillStyle = `rgb(255 255 255 / ${bright})`;
      context.fillRect(Math.round((x - left) / step) + 1, tall - 2 - Math.round((y - low) / step), 1, 1);
    }
    this.#soften(wide, tall);
    this.#material.map?.dispose();
    this.#material.map = new CanvasTexture(this.#canvas);
    this.#material.map.colorSpace = SRGBColorSpace;
    this.#material.needsUpdate = true;
    this.mesh.scale.set(wide * step, tall * step, 1);
    this.mesh.position.x = (left + right) / 2;
    this.mesh.position.y = (low + high) / 2;
  }

  #soften(wide: number, tall: number): void {
    this.#canvas.width = wide * FINE;
    this.#canvas.height = tall * FINE;
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.filter = `blur(${0.6 * FINE}px)`;
    context.imageSmoothingQuality = "high";
    context.drawImage(this.#squares, 0, 0, wide * FINE, tall * FINE);
  }

  dispose(): void {
    this.#material.map?.dispose();
    this.#material.dispose();
    this.mesh.geometry.dispose();
  }
}
