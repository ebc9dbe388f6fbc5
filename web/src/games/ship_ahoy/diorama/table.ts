/** The table: a top of planks with a rounded edge, and the lagoon that is painted on it. */
import { CanvasTexture, Color, ExtrudeGeometry, Group, Mesh, MeshBasicMaterial, MeshLambertMaterial, PlaneGeometry, Shape, SRGBColorSpace } from "three";

import type { Palette } from "./palette";

const PIXELS = 2048;
const PLANK = 0.2;
/** Wood that is left around the lagoon, and how round its corners are. */
const RIM = 0.07;
const ROUND = 0.24;
const THICK = 0.05;
const BEVEL = 0.022;
/** The floor below. */
const FLOOR = -0.75;

export class Table {
  readonly group = new Group();
  readonly #top: MeshLambertMaterial;
  readonly #side = new MeshLambertMaterial();
  readonly #floor: MeshBasicMaterial;
  readonly #canvas = document.createElement("canvas");
  #half = 0;

  constructor(sharpness: number) {
    this.#canvas.width = this.#canvas.height = PIXELS;
    const texture = new CanvasTexture(this.#canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = sharpness;
    this.#top = new MeshLambertMaterial({ map: texture });
    this.#floor = new MeshBasicMaterial({ map: shade(), transparent: true, depthWrite: false });
  }

  /** A table of this size in these colours. */
  lay(half: number, colours: Palette): void {
    if (half !== this.#half) this.#build(half);
    this.#half = half;
    const context = this.#canvas.getContext("2d");
    if (context) paint(context, half, colours);
    this.#top.map!.needsUpdate = true;
    this.#side.color.set(colours.wood).lerp(new Color(colours.woodDark), 0.35);
    this.#floor.opacity = colours.night ? 0.75 : 0.34;
  }

  dispose(): void {
    this.#clear();
    this.#top.map?.dispose();
    this.#floor.map?.dispose();
    for (const material of [this.#top, this.#side, this.#floor]) material.dispose();
  }

  #clear(): void {
    for (const part of this.group.children) if (part instanceof Mesh) part.geometry.dispose();
    this.group.clear();
  }

  #build(half: number): void {
    this.#clear();
    const top = new Mesh(new PlaneGeometry(2 * half, 2 * half), this.#top);
    top.receiveShadow = true;
    const shape = new Shape();
    const [out, r] = [half, 0.03];
    shape.moveTo(-out + r, -out).lineTo(out - r, -out).quadraticCurveTo(out, -out, out, -out + r);
    shape.lineTo(out, out - r).quadraticCurveTo(out, out, out - r, out);
    shape.lineTo(-out + r, out).quadraticCurveTo(-out, out, -out, out - r);
    shape.lineTo(-out, -out + r).quadraticCurveTo(-out, -out, -out + r, -out);
    const slab = new ExtrudeGeometry(shape, { depth: THICK, bevelThickness: BEVEL, bevelSize: BEVEL, bevelSegments: 5, curveSegments: 5 });
    const body = new Mesh(slab.translate(0, 0, -THICK - BEVEL - 0.0006), this.#side);
    const floor = new Mesh(new PlaneGeometry(4.4 * half, 4.4 * half).translate(0.12, -0.12, FLOOR), this.#floor);
    this.group.add(floor, body, top);
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

function paint(context: CanvasRenderingContext2D, half: number, colours: Palette): void {
  const scale = PIXELS / (2 * half);
  context.setTransform(scale, 0, 0, -scale, PIXELS / 2, PIXELS / 2);
  planks(context, half, colours);
  lagoon(context, half, colours);
  seams(context, half, 0.09);
}

/** The same grain every time. */
const random = (n: number): number => {
  const wave = Math.sin(n * 91.7 + 3.1) * 24634.6345;
  return wave - Math.floor(wave);
};

function planks(context: CanvasRenderingContext2D, half: number, { wood, woodDark }: Palette): void {
  context.fillStyle = wood;
  context.fillRect(-half, -half, 2 * half, 2 * half);
  for (let row = 0; row * PLANK < 2 * half; row++) {
    const y = -half + row * PLANK;
    context.globalAlpha = 0.22 * random(row);
    context.fillStyle = row % 2 ? woodDark : "#ffe3b3";
    context.fillRect(-half, y, 2 * half, PLANK);
    context.strokeStyle = woodDark;
    for (let line = 0; line < 9; line++) {
      const n = 31 * row + line;
      context.globalAlpha = 0.12 + 0.2 * random(n);
      context.lineWidth = 0.0012 + 0.002 * random(n + 500);
      context.beginPath();
      let at = y + PLANK * (0.06 + 0.9 * random(n + 900));
      context.moveTo(-half, at);
      for (let x = -half; x < half; x += 0.3) {
        const next = at + 0.016 * (random(n + x * 77) - 0.5);
        context.bezierCurveTo(x + 0.1, at, x + 0.2, next, x + 0.3, next);
        at = next;
      }
      context.stroke();
    }
  }
  context.globalAlpha = 1;
  seams(context, half, 0.5);
}

function seams(context: CanvasRenderingContext2D, half: number, strength: number): void {
  context.strokeStyle = "#3c2410";
  context.globalAlpha = strength;
  context.lineWidth = 0.004;
  context.beginPath();
  for (let y = -half + PLANK; y < half - 0.01; y += PLANK) {
    context.moveTo(-half, y);
    context.lineTo(half, y);
  }
  context.stroke();
  context.globalAlpha = 1;
}

function shore(context: CanvasRenderingContext2D, half: number, inwards: number): void {
  const side = half - RIM - inwards;
  context.beginPath();
  context.roundRect(-side, -side, 2 * side, 2 * side, ROUND - inwards);
}

function lagoon(context: CanvasRenderingContext2D, half: number, colours: Palette): void {
  shore(context, half, -0.012);
  context.fillStyle = colours.sandShade;
  context.fill();
  shore(context, half, 0);
  context.fillStyle = colours.sand;
  context.fill();
  shore(context, half, 0.016);
  const water = context.createRadialGradient(-0.15 * half, 0.2 * half, 0.1 * half, 0, 0, 1.35 * half);
  water.addColorStop(0, colours.shallow);
  water.addColorStop(0.75, colours.lagoon);
  water.addColorStop(1, colours.lagoon);
  context.fillStyle = water;
  context.fill();
  context.save();
  context.clip();
  shore(context, half, 0.016);
  context.strokeStyle = colours.shallow;
  context.lineWidth = 0.05;
  context.globalAlpha = 0.55;
  context.stroke();
  context.globalAlpha = 1;
  waves(context, half, colours.wave);
  rose(context, 0, -0.7 * half, 0.15, colours.wave);
  context.restore();
  shore(context, half, 0.026);
  context.strokeStyle = `rgb(255 255 255 / ${colours.night ? 0.3 : 0.55})`;
  context.lineWidth = 0.005;
  context.setLineDash([0.16, 0.02, 0.05, 0.02]);
  context.lineCap = "round";
  context.stroke();
  context.setLineDash([]);
}

/** A compass rose, painted on the water as on an old chart. */
function rose(context: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  context.save();
  context.translate(x, y);
  context.fillStyle = context.strokeStyle = colour;
  context.lineWidth = 0.004;
  for (const size of [0.62, 0.7]) {
    context.beginPath();
    context.arc(0, 0, size * radius, 0, 2 * Math.PI);
    context.stroke();
  }
  for (let point = 0; point < 8; point++) {
    const long = radius * (point % 2 ? 0.6 : point === 2 ? 1.15 : 1);
    for (const side of [-1, 1]) {
      context.beginPath();
      context.moveTo(0, 0);
      context.lineTo(0.2 * radius, side * 0.2 * radius * 0.8);
      context.lineTo(long, 0);
      if (side > 0) context.fill();
      else {
        context.closePath();
        context.stroke();
      }
    }
    context.rotate(Math.PI / 4);
  }
  context.restore();
}

/** Waves as under every table of ours: two short ones to a tile. */
function waves(context: CanvasRenderingContext2D, half: number, colour: string): void {
  const [wide, high, unit] = [0.3, 0.148, 0.002];
  context.strokeStyle = colour;
  context.lineWidth = 4 * unit;
  context.lineCap = "round";
  const wave = (x: number, y: number): void => {
    context.moveTo(x, y);
    context.quadraticCurveTo(x + 13 * unit, y + 11 * unit, x + 26 * unit, y);
    context.quadraticCurveTo(x + 39 * unit, y - 11 * unit, x + 52 * unit, y);
  };
  context.beginPath();
  for (let y = -half; y < half; y += high) {
    for (let x = -half; x < half; x += wide) {
      wave(x + 0.012, y + 0.04);
      wave(x + 0.172, y + 0.104);
    }
  }
  context.stroke();
}
