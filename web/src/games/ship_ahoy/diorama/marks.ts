/** Rings around what stands out, and the melees that join two. */
import { Group, Mesh, MeshBasicMaterial, PlaneGeometry, Sprite } from "three";

import { STANDING } from "../physics";
import type { Body, Mark, Picture } from "../picture";
import { LAYER } from "./layer";
import type { Palette } from "./palette";
import { sheet } from "./prints";
import { Scatter } from "./scatter";
import { BASE, glow, type Workshop } from "./workshop";

type Ringed = Exclude<Mark, null>;

/** The least a ring measures on the screen, in pixels. */
const LEAST = 34;

const BURST =
  "M48 2l9 20 19-12-4 22 22 2-17 14 17 14-22 2 4 22-19-12-9 20-9-20-19 12 4-22-22-2 17-14L2 34l22-2-4-22 19 12z";

function drawing(mark: Ringed, { sun, coral, danger, card, ink }: Palette): string {
  const ring = (radius: number, colour: string, width: number, more = ""): string =>
    `<circle cx="48" cy="48" r="${radius}" stroke="${colour}" stroke-width="${width}" ${more}/>`;
  const ticks = (colour: string, width: number): string =>
    `<path d="M48 2v18M48 76v18M2 48h18M76 48h18" stroke="${colour}" stroke-width="${width}"/>`;
  switch (mark) {
    case "gun":
    case "sailor":
      return ring(42, ink, 8, 'stroke-opacity=".35"') + ring(42, card, 5, 'stroke-dasharray="15 7"');
    case "chosen":
      return (
        `<circle cx="48" cy="48" r="40" fill="${sun}" fill-opacity=".3"/>` + ring(40, ink, 11) + ring(40, sun, 7.5)
      );
    case "foe":
      return ring(41, ink, 9, 'stroke-opacity=".45"') + ring(41, coral, 6.5);
    case "target":
      return ring(37, card, 8) + ticks(card, 9) + ring(37, danger, 4.5) + ticks(danger, 5.5);
    case "falls":
      return ring(38, ink, 13) + ring(38, sun, 9) + ticks(ink, 11) + ticks(danger, 7);
    case "hit":
      return `<path d="${BURST}" fill="${coral}" stroke="${sun}" stroke-width="5"/>`;
  }
}

export class Marks {
  readonly group = new Group();
  readonly #plane = new PlaneGeometry(2, 2);
  readonly #dash = new PlaneGeometry(1, 1);
  readonly #paints = new Map<Ringed, MeshBasicMaterial>();
  readonly #rings: Mesh[] = [];
  readonly #swords: Sprite[] = [];
  readonly #white = glow("#ffffff", 0.99);
  readonly #lines: Scatter;
  readonly #wind: Mesh;
  readonly #air: MeshBasicMaterial;

  constructor(private readonly shop: Workshop) {
    this.#lines = new Scatter(this.#dash, this.#white, 200, 5);
    this.#air = glow("#ffffff", 0.5);
    this.#wind = new Mesh(shop.ring, this.#air);
    this.#wind.position.z = LAYER.ring;
    this.#wind.renderOrder = 2;
    this.group.add(this.#lines.mesh, this.#wind);
  }

  show({ bodies, melees, wind }: Picture, pixel: number): void {
    let used = 0;
    for (const body of bodies) {
      if (body.mark) this.#ring(used++, body, body.mark, pixel);
    }
    for (let k = used; k < this.#rings.length; k++) this.#rings[k]!.visible = false;
    this.#lines.clear();
    melees.forEach(([from, to], k) => {
      const [long, thick] = [Math.max(0.007, 4 * pixel), Math.max(0.003, 2.4 * pixel)];
      this.#lines.dashes(from, to, LAYER.line, long, thick, this.shop.colours.coral);
      const swords = (this.#swords[k] ??= this.#sword());
      const size = Math.max(0.022, 22 * pixel);
      swords.visible = true;
      swords.scale.setScalar(size);
      swords.position.set((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0.6 * size);
    });
    for (let k = melees.length; k < this.#swords.length; k++) this.#swords[k]!.visible = false;
    this.#breeze(bodies, wind);
  }

  dispose(): void {
    for (const part of [this.#plane, this.#dash, this.#white, this.#air, this.#lines, ...this.#paints.values()])
      part.dispose();
  }

  #ring(k: number, body: Body, mark: Ringed, pixel: number): void {
    let ring = this.#rings[k];
    if (!ring) {
      ring = new Mesh(this.#plane, this.#paint(mark));
      ring.renderOrder = 4;
      this.#rings[k] = ring;
      this.group.add(ring);
    }
    const broad = STANDING[body.kind].radius;
    ring.visible = true;
    ring.material = this.#paint(mark);
    ring.position.set(body.x, body.y, LAYER.mark);
    ring.rotation.z = body.yaw;
    const size = Math.max(1.5 * (BASE[body.kind] ?? broad), broad + 0.015, (LEAST / 2) * pixel);
    ring.scale.setScalar(size * (mark === "hit" ? 1.25 : 1));
  }

  #breeze(bodies: readonly Body[], wind: number | null): void {
    const token = wind === null ? undefined : bodies.find((body) => body.kind === "wind");
    this.#wind.visible = token !== undefined;
    if (!token || wind === null) return;
    this.#wind.position.x = token.x;
    this.#wind.position.y = token.y;
    this.#wind.scale.setScalar(wind + STANDING.wind.radius);
  }

  #sword(): Sprite {
    const sprite = new Sprite(this.shop.emblem("swords"));
    sprite.renderOrder = 10;
    this.group.add(sprite);
    return sprite;
  }

  #paint(mark: Ringed): MeshBasicMaterial {
    let paint = this.#paints.get(mark);
    if (!paint) {
      const map = this.shop.prints.drawn(`mark ${mark}`, 256, () => sheet(96, drawing(mark, this.shop.colours)));
      paint = new MeshBasicMaterial({ map, transparent: true, depthWrite: false });
      this.#paints.set(mark, paint);
    }
    return paint;
  }
}
