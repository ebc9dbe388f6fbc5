/** The pieces on the table: each keeps its shapes from picture to picture and only moves. */
import { Group, Mesh, Sprite, type Vector3 } from "three";

import type { ShipAhoy } from "$lib/wire";

import { HEIGHT, STANDING } from "../physics";
import type { Body } from "../picture";
import { CHEST_PLACE } from "./land";
import { BASE, type Workshop } from "./workshop";

/** Heights of what lies flat, one over the other. */
export const LAYER = { shallows: 0.0003, reach: 0.0005, port: 0.0008, token: 0.0012, ring: 0.0014, base: 0.0017, mark: 0.002, line: 0.0024 };
const LAND: ReadonlySet<string> = new Set<ShipAhoy.Kind>(["mountain", "great_mountain", "island"]);
/** A sign over a piece is not needed where a ship itself is so large on the screen, in pixels. */
const LARGE = 58;
/** A piece that is carried through the air has nothing on the water. */
const AFLOAT = 0.03;

class Figure {
  /** The body in space; what it carries hangs on it. */
  readonly solid = new Group();
  readonly flat: Mesh | null;
  readonly badge: Sprite | null;
  readonly #body: Mesh | null;
  readonly #chest: Mesh;
  readonly #barrel: Mesh;
  #arms: Mesh | null = null;
  #faint = false;
  #placed = false;

  constructor(
    readonly look: string,
    private shown: Body,
    private readonly shop: Workshop,
    private readonly home: Group,
  ) {
    this.#body = this.#made(shown);
    this.flat = this.#below(shown);
    this.badge = this.#above(shown);
    this.#chest = new Mesh(shop.solid("chest"), shop.paint);
    this.#chest.position.set(0, -0.018, 0.027);
    this.#chest.rotation.z = Math.PI / 2;
    this.#barrel = new Mesh(shop.barrel(0), shop.paint);
    this.#barrel.position.set(0, -0.021, 0.022);
    this.#barrel.scale.setScalar(1.15);
    for (const part of [this.#body, this.#chest, this.#barrel]) {
      if (!part) continue;
      part.castShadow = part.receiveShadow = true;
      this.solid.add(part);
    }
    home.add(this.solid);
    for (const part of [this.flat, this.badge]) if (part) home.add(part);
  }

  /** Where it is now, and what is on it. */
  place(body: Body): void {
    if (body === this.shown && this.#placed) return;
    this.#placed = true;
    this.shown = body;
    const { at, turn } = body;
    this.solid.position.set(at[0], at[1], at[2]);
    this.solid.quaternion.set(turn[1], turn[2], turn[3], turn[0]);
    this.#chest.visible = body.chest;
    this.#barrel.visible = body.barrel !== null;
    if (body.barrel !== null) this.#barrel.geometry = this.shop.barrel(body.barrel);
    if (this.flat) {
      this.flat.position.x = body.x;
      this.flat.position.y = body.y;
      this.flat.rotation.z = body.yaw;
      this.flat.visible = at[2] < AFLOAT;
    }
    this.#hold(body);
  }

  /** The sign over it, of one size on the screen. `unit`: a pixel, one metre away from the eye. */
  face(eye: Vector3, unit: number, badge: number, cover: number): void {
    if (!this.badge) return;
    const { x, y } = this.shown;
    const tall = this.shown.lying ? 0.02 : (HEIGHT[this.shown.kind] ?? 0) + cover;
    const size = unit * Math.hypot(eye.x - x, eye.y - y, eye.z - tall);
    const high = (HEIGHT.ship ?? 0) / size;
    const part = cover ? 1 : Math.min(1, Math.max(0, (LARGE - high) / 18));
    this.badge.visible = part > 0;
    this.badge.scale.setScalar(badge * size * (0.4 + 0.6 * part));
    this.badge.position.set(x, y, this.shown.at[2] + tall + 0.58 * badge * size);
  }

  /** Whether one sees through it. */
  fade(faint: boolean): void {
    if (!this.#body || faint === this.#faint) return;
    this.#faint = faint;
    const { kind } = this.shown;
    this.#body.material = kind in BASE ? this.shop.piece(this.shown, faint) : faint ? this.shop.faintPaint : this.shop.paint;
    this.#body.castShadow = !faint;
  }

  remove(): void {
    this.home.remove(this.solid);
    for (const part of [this.flat, this.badge, this.#arms]) if (part) this.home.remove(part);
  }

  #made({ kind }: Body): Mesh | null {
    if (kind === "kraken") return new Mesh(this.shop.solid("tentacles"), this.shop.paint);
    if (kind === "wind" || kind === "flat_island" || kind === "port") return null;
    return new Mesh(this.shop.solid(kind), kind in BASE ? this.shop.piece(this.shown) : this.shop.paint);
  }

  #below(body: Body): Mesh | null {
    const { kind } = body;
    const base = BASE[kind];
    const token = kind === "wind" || kind === "kraken" || kind === "flat_island";
    if (LAND.has(kind)) return ashore(this.shop, STANDING[kind].radius);
    if (!base && !token) return null;
    const mesh = new Mesh(this.shop.disc, token ? this.shop.token(kind) : this.shop.base(body));
    mesh.scale.setScalar(base ?? STANDING[kind].radius);
    mesh.position.z = token ? (kind === "flat_island" ? LAYER.port : LAYER.token) : LAYER.base;
    mesh.renderOrder = token ? 1 : 3;
    mesh.receiveShadow = true;
    if (kind === "flat_island") mesh.add(ashore(this.shop, 1, (LAYER.shallows - LAYER.port) / STANDING[kind].radius));
    return mesh;
  }

  #above({ kind, seat, port }: Body): Sprite | null {
    const material = kind === "wind" || kind === "kraken" || kind === "pirate" || kind === "monster" ? this.shop.emblem(kind)
      : seat !== null && (kind === "ship" || kind === "tower") ? this.shop.badge(port, seat) : null;
    if (!material) return null;
    const sprite = new Sprite(material);
    sprite.renderOrder = 9;
    return sprite;
  }

  #hold({ held, x, y }: Body): void {
    if (held && !this.#arms) {
      this.#arms = new Mesh(this.shop.solid("arms"), this.shop.paint);
      this.#arms.castShadow = true;
      this.home.add(this.#arms);
    }
    if (!this.#arms) return;
    this.#arms.visible = held;
    this.#arms.position.set(x, y, 0);
  }
}

/** The shallow water around land of this radius. */
export function ashore(shop: Workshop, radius: number, z = LAYER.shallows): Mesh {
  const mesh = new Mesh(shop.disc, shop.shallows);
  mesh.scale.setScalar(1.5 * radius);
  mesh.position.z = z;
  mesh.receiveShadow = true;
  return mesh;
}

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

  /** Signs face the eye; what stands between the gunner's eye and the muzzle is seen through. */
  face(eye: Vector3, unit: number, badge: number, muzzle: readonly [number, number] | null): void {
    for (const body of this.#bodies) {
      const figure = this.#figures.get(body.piece);
      if (!figure) continue;
      figure.face(eye, unit, badge, this.#cover(body));
      figure.fade(muzzle !== null && between(body, eye, muzzle));
    }
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
    const over = this.#bodies.find((body) =>
      (body.kind === "mountain" || body.kind === "great_mountain") && Math.hypot(body.x - x, body.y - y) < STANDING[body.kind].radius);
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
