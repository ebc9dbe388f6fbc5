/** The table: a top of planks with a rounded edge, and the lagoon that is painted on it. */
import {
  CanvasTexture,
  Color,
  ExtrudeGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  Shape,
  SRGBColorSpace,
} from "three";

import { painting } from "./painting";
import type { Palette } from "./palette";

const PIXELS = 2048;
const THICK = 0.05;
const BEVEL = 0.022;
/** The floor below. */
const FLOOR = -0.75;

export class Table {
  readonly group = new Group();
  readonly #top: MeshLambertMaterial;
  /** The same print in even light: a fraction of what light costs that is reckoned for every pixel. */
  readonly #plain: MeshBasicMaterial;
  readonly #side = new MeshLambertMaterial();
  readonly #floor: MeshBasicMaterial;
  readonly #canvas = document.createElement("canvas");
  #half = 0;
  #lit = true;
  #surface: Mesh | null = null;
  #shade: Mesh | null = null;

  constructor(sharpness: number) {
    this.#canvas.width = this.#canvas.height = PIXELS;
    const texture = new CanvasTexture(this.#canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = sharpness;
    this.#top = new MeshLambertMaterial({ map: texture });
    this.#plain = new MeshBasicMaterial({ map: texture });
    this.#floor = new MeshBasicMaterial({ map: shade(), transparent: true, depthWrite: false });
  }

  /** Whether light plays on the water, and the table casts a shade on the floor. */
  set lit(lit: boolean) {
    this.#lit = lit;
    if (this.#surface) this.#surface.material = lit ? this.#top : this.#plain;
    if (this.#shade) this.#shade.visible = lit;
  }

  /** How well its print is seen at a slant. */
  set sharpness(sharpness: number) {
    const { map } = this.#top;
    if (!map || map.anisotropy === sharpness) return;
    map.anisotropy = sharpness;
    map.needsUpdate = true;
  }

  /** A table of this size in these colours; `light` is what falls on it where it is not lit by itself. */
  lay(half: number, colours: Palette, light: Color): void {
    if (half !== this.#half) this.#build(half);
    this.#plain.color.copy(light);
    this.#half = half;
    const context = this.#canvas.getContext("2d");
    if (context) painting(context, half, colours);
    this.#top.map!.needsUpdate = true;
    this.#side.color.set(colours.wood).lerp(new Color(colours.woodDark), 0.35);
    this.#floor.opacity = colours.night ? 0.75 : 0.34;
  }

  dispose(): void {
    this.#clear();
    this.#top.map?.dispose();
    this.#floor.map?.dispose();
    for (const material of [this.#top, this.#plain, this.#side, this.#floor]) material.dispose();
  }

  #clear(): void {
    for (const part of this.group.children) if (part instanceof Mesh) (part as Mesh).geometry.dispose();
    this.group.clear();
  }

  #build(half: number): void {
    this.#clear();
    const top = new Mesh(new PlaneGeometry(2 * half, 2 * half), this.#top);
    top.receiveShadow = true;
    const shape = new Shape();
    const [out, r] = [half, 0.03];
    shape
      .moveTo(-out + r, -out)
      .lineTo(out - r, -out)
      .quadraticCurveTo(out, -out, out, -out + r);
    shape.lineTo(out, out - r).quadraticCurveTo(out, out, out - r, out);
    shape.lineTo(-out + r, out).quadraticCurveTo(-out, out, -out, out - r);
    shape.lineTo(-out, -out + r).quadraticCurveTo(-out, -out, -out + r, -out);
    const slab = new ExtrudeGeometry(shape, {
      depth: THICK,
      bevelThickness: BEVEL,
      bevelSize: BEVEL,
      bevelSegments: 5,
      curveSegments: 5,
    });
    const body = new Mesh(slab.translate(0, 0, -THICK - BEVEL - 0.0006), this.#side);
    const floor = new Mesh(new PlaneGeometry(4.4 * half, 4.4 * half).translate(0.12, -0.12, FLOOR), this.#floor);
    this.group.add(floor, body, top);
    [this.#surface, this.#shade] = [top, floor];
    this.lit = this.#lit;
  }
}

/** A soft dark spot, for the floor under the table. */
function shade(): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 128;
  const context = canvas.getContext("2d");
  if (context) {
    context.filter = "blur(9px)";
    context.fillStyle = "#06222f";
    context.fillRect(34, 34, 60, 60);
  }
  return new CanvasTexture(canvas);
}
