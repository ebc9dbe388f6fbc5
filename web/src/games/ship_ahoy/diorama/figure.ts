/** One piece on the table: it keeps its shapes from picture to picture and only moves. */
import { Group, Mesh, Sprite, type Vector3 } from "three";

import type * as ShipAhoy from "../wire";

import { STANDING } from "../physics";
import type { Body } from "../picture";
import { ashore, LAYER } from "./layer";
import { BASE, type Workshop } from "./workshop";

const LAND: ReadonlySet<string> = new Set<ShipAhoy.Kind>(["mountain", "great_mountain", "island"]);
/** How large the sign over a token under a mountain is, in pixels. */
const SIGN_PX = 21;
/** A piece that is carried through the air has nothing on the water. */
const AFLOAT = 0.03;

export class Figure {
  /** The body in space; what it carries hangs on it. */
  readonly solid = new Group();
  readonly flat: Mesh | null;
  /** Over a token: it may lie under a mountain. */
  readonly sign: Sprite | null;
  readonly #body: Mesh | null;
  readonly #chest: Mesh;
  readonly #barrel: Mesh;
  readonly #label: Sprite;
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
    this.sign = this.#above(shown);
    this.#chest = new Mesh(shop.solid("chest"), shop.paint);
    this.#chest.position.set(0, -0.018, 0.027);
    this.#chest.rotation.z = Math.PI / 2;
    this.#barrel = new Mesh(shop.barrel(0), shop.paint);
    this.#barrel.position.set(0, -0.021, 0.022);
    this.#barrel.scale.setScalar(1.15);
    this.#label = shop.label(0);
    this.#barrel.add(this.#label);
    for (const part of [this.#body, this.#chest, this.#barrel]) {
      if (!part) continue;
      part.castShadow = part.receiveShadow = true;
      this.solid.add(part);
    }
    home.add(this.solid);
    for (const part of [this.flat, this.sign]) if (part) home.add(part);
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
    if (body.barrel !== null) {
      this.#barrel.geometry = this.shop.barrel(body.barrel);
      this.#label.material = this.shop.badge(body.barrel, body.barrel);
    }
    if (this.flat) {
      this.flat.position.x = body.x;
      this.flat.position.y = body.y;
      this.flat.rotation.z = body.yaw;
      this.flat.visible = at[2] < AFLOAT;
    }
    this.#hold(body);
  }

  /** The sign over what lies hidden so high, of one size on the screen. `unit`: a pixel, one metre from the eye. */
  face(eye: Vector3, unit: number, cover: number): void {
    if (!this.sign) return;
    const { x, y } = this.shown;
    const size = unit * Math.hypot(eye.x - x, eye.y - y, eye.z - cover);
    this.sign.visible = cover > 0;
    this.sign.scale.setScalar(SIGN_PX * size);
    this.sign.position.set(x, y, cover + 0.58 * SIGN_PX * size);
  }

  /** So much larger than life, if it is a small thing. */
  swell(size: number): void {
    const base = BASE[this.shown.kind];
    if (base === undefined) return;
    this.solid.scale.setScalar(size);
    this.flat?.scale.setScalar(base * size);
  }

  /** Whether one sees through it. */
  fade(faint: boolean): void {
    if (!this.#body || faint === this.#faint) return;
    this.#faint = faint;
    const { kind } = this.shown;
    this.#body.material =
      kind in BASE ? this.shop.piece(this.shown, faint) : faint ? this.shop.faintPaint : this.shop.paint;
    this.#body.castShadow = !faint;
  }

  remove(): void {
    this.home.remove(this.solid);
    for (const part of [this.flat, this.sign, this.#arms]) if (part) this.home.remove(part);
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

  #above({ kind }: Body): Sprite | null {
    if (kind !== "wind" && kind !== "kraken") return null;
    const sprite = new Sprite(this.shop.emblem(kind));
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
