/** The pieces on the table, by their numbers. */
import { Group, Mesh, type Vector3 } from "three";

import { HEIGHT, STANDING } from "../physics";
import type { Body } from "../picture";
import { Figure } from "./figure";
import { CHEST_PLACE } from "./land";
import type { Workshop } from "./workshop";

export class Figures {
  readonly group = new Group();
  readonly #figures = new Map<number, Figure>();
  readonly #treasure: Mesh;
  #bodies: readonly Body[] = [];

  constructor(private readonly shop: Workshop) {
    this.#treasure = new Mesh(shop.solid("chest"), shop.paint);
    this.#treasure.castShadow = true;
    this.#treasure.scale.setScalar(1.35);
    this.group.add(this.#treasure);
  }

  /** Everything as the picture has it. Whether anything moved: then its shadow did, too. */
  show(bodies: readonly Body[], chestOnIsland: boolean): boolean {
    if (bodies === this.#bodies && this.#treasure.visible === chestOnIsland) return false;
    this.#bodies = bodies;
    const present = new Set(bodies.map((body) => body.piece));
    for (const [piece, figure] of this.#figures) {
      if (present.has(piece)) continue;
      figure.remove();
      this.#figures.delete(piece);
    }
    for (const body of bodies) this.#figure(body).place(body);
    this.#treasure.visible = chestOnIsland;
    const island = bodies.find((body) => body.kind === "island");
    if (island) this.#treasure.position.set(island.x + CHEST_PLACE[0], island.y + CHEST_PLACE[1], CHEST_PLACE[2]);
    else this.#treasure.visible = false;
    return true;
  }

  /** Signs face the eye; what stands between the eye and what it follows is seen through. */
  face(eye: Vector3, unit: number, followed: readonly [number, number] | null): void {
    for (const body of this.#bodies) {
      const figure = this.#figures.get(body.piece);
      if (!figure) continue;
      figure.face(eye, unit, this.#cover(body));
      figure.fade(followed !== null && between(body, eye, followed));
    }
  }

  /** So much larger than life are pieces, to be seen from afar. */
  swell(size: number): void {
    for (const figure of this.#figures.values()) figure.swell(size);
  }

  #figure(body: Body): Figure {
    const look = `${body.kind} ${body.port} ${body.seat}`;
    let figure = this.#figures.get(body.piece);
    if (figure?.look === look) return figure;
    figure?.remove();
    figure = new Figure(look, body, this.shop, this.group);
    this.#figures.set(body.piece, figure);
    return figure;
  }

  /** How high a token lies hidden under a mountain. */
  #cover({ kind, x, y }: Body): number {
    if (kind !== "wind" && kind !== "kraken") return 0;
    const over = this.#bodies.find(
      (body) =>
        (body.kind === "mountain" || body.kind === "great_mountain") &&
        Math.hypot(body.x - x, body.y - y) < STANDING[body.kind].radius,
    );
    return over ? (HEIGHT[over.kind] ?? 0) : 0;
  }
}

/** Whether a body stands in the line from the eye to the muzzle. */
function between({ kind, x, y }: Body, eye: Vector3, [u, v]: readonly [number, number]): boolean {
  const [dx, dy] = [u - eye.x, v - eye.y];
  const part = ((x - eye.x) * dx + (y - eye.y) * dy) / (dx * dx + dy * dy || 1);
  const broad = STANDING[kind].radius || 0.034;
  if (part < -0.4 || part > 1) return false;
  return Math.hypot(eye.x + part * dx - x, eye.y + part * dy - y) < broad + 0.012;
}
