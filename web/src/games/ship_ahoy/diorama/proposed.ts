/** What a hint proposes: the ghost of a cannon with its line, or of a ship with its way. */
import { Group, Mesh, MeshLambertMaterial, PlaneGeometry } from "three";

import type { Picture, Point } from "../picture";
import { CannonToy } from "./cannon";
import { LAYER } from "./layer";
import { INK, type Palette } from "./palette";
import { Scatter } from "./scatter";
import { glow, type Workshop } from "./workshop";

const SEEN_THROUGH = 0.55;

export class Proposed {
  readonly group = new Group();
  readonly #cannon: CannonToy;
  readonly #dash = new PlaneGeometry(1, 1);
  readonly #white = glow("#ffffff", 0.99);
  readonly #line: Scatter;
  readonly #spots: Scatter;
  readonly #ship = new Mesh();
  readonly #shipPaint = new MeshLambertMaterial({ transparent: true, opacity: SEEN_THROUGH, depthWrite: false });
  readonly #colours: Palette;

  constructor(private readonly shop: Workshop) {
    this.#colours = shop.colours;
    this.#cannon = new CannonToy(shop.colours, SEEN_THROUGH);
    this.#line = new Scatter(this.#dash, this.#white, 160, 6);
    this.#spots = new Scatter(shop.dot, this.#white, 60, 7);
    this.#ship.material = this.#shipPaint;
    this.#ship.renderOrder = 8;
    this.group.add(this.#cannon.group, this.#line.mesh, this.#spots.mesh, this.#ship);
  }

  show({ proposal, bodies }: Picture, pixel: number): void {
    this.group.visible = proposal !== null;
    this.#cannon.show(proposal?.cannon ?? null);
    this.#line.clear();
    this.#spots.clear();
    if (!proposal) return;
    const { line, knots, ship } = proposal;
    const thick = Math.max(0.0032, 2.6 * pixel);
    for (let k = 1; k < line.length; k++) {
      this.#line.dashes(line[k - 1]!, line[k]!, LAYER.line + 0.0008, 3.4 * thick, 1.7 * thick, INK);
      this.#line.dashes(line[k - 1]!, line[k]!, LAYER.line + 0.001, 3 * thick, thick, this.#colours.sun);
    }
    for (const at of [...knots, line.at(-1)!]) this.#spot(at, 2.2 * thick);
    const body = ship && bodies.find(({ piece }) => piece === ship.piece);
    this.#ship.visible = body?.kind === "ship";
    if (!ship || body?.kind !== "ship") return;
    this.#ship.geometry = this.shop.solid(body.kind);
    const { map } = this.shop.piece(body);
    if (this.#shipPaint.map !== map) {
      this.#shipPaint.map = map;
      this.#shipPaint.needsUpdate = true;
    }
    this.#ship.position.set(ship.x, ship.y, 0.0005);
    this.#ship.rotation.z = ship.yaw;
  }

  dispose(): void {
    for (const part of [this.#cannon, this.#dash, this.#white, this.#line, this.#spots, this.#shipPaint])
      part.dispose();
  }

  #spot([x, y]: Point, size: number): void {
    this.#spots.add(x, y, LAYER.line + 0.0012, 1.4 * size, 1.4 * size, INK);
    this.#spots.add(x, y, LAYER.line + 0.0014, size, size, this.#colours.sun);
  }
}
