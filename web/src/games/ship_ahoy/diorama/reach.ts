/** Water within reach, shaded by what it costs: a small picture of one pixel a square, softened by the light. */
import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";

import type { Picture } from "../picture";
import { LAYER } from "./figures";

/** How bright water is by the knots it takes to get there. */
const BRIGHT = [0.62, 0.46, 0.32, 0.22];
/** Pixels a square: the edges stay soft, the squares are not seen. */
const FINE = 4;

export class Reach {
  readonly mesh: Mesh;
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
    this.#canvas.width = wide * FINE;
    this.#canvas.height = tall * FINE;
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    for (const { x, y, knots } of cells) {
      const bright = BRIGHT[Math.min(BRIGHT.length, Math.max(1, knots)) - 1];
      context.fillStyle = `rgb(255 255 255 / ${bright})`;
      context.fillRect(FINE * (Math.round((x - left) / step) + 1), FINE * (tall - 2 - Math.round((y - low) / step)), FINE, FINE);
    }
    this.#material.map?.dispose();
    this.#material.map = new CanvasTexture(this.#canvas);
    this.#material.map.colorSpace = SRGBColorSpace;
    this.#material.needsUpdate = true;
    this.mesh.scale.set(wide * step, tall * step, 1);
    this.mesh.position.x = (left + right) / 2;
    this.mesh.position.y = (low + high) / 2;
  }

  dispose(): void {
    this.#material.map?.dispose();
    this.#material.dispose();
    this.mesh.geometry.dispose();
  }
}
