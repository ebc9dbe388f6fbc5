/** What is painted on the table top: planks, and on them the lagoon. */
import type { Palette } from "./palette";
import { uneven } from "./uneven";

const PLANK = 0.2;
/** Wood that is left around the lagoon, and how round its corners are. */
const RIM = 0.07;
const ROUND = 0.24;

/** All of it, for a table of this half side, on a square canvas. */
export function painting(context: CanvasRenderingContext2D, half: number, colours: Palette): void {
  const pixels = context.canvas.width;
  const scale = pixels / (2 * half);
  context.setTransform(scale, 0, 0, -scale, pixels / 2, pixels / 2);
  planks(context, half, colours);
  lagoon(context, half, colours);
  seams(context, half, 0.09);
}

function planks(context: CanvasRenderingContext2D, half: number, { wood, woodDark }: Palette): void {
  context.fillStyle = wood;
  context.fillRect(-half, -half, 2 * half, 2 * half);
  for (let row = 0; row * PLANK < 2 * half; row++) {
    const y = -half + row * PLANK;
    context.globalAlpha = 0.22 * uneven(row);
    context.fillStyle = row % 2 ? woodDark : "#ffe3b3";
    context.fillRect(-half, y, 2 * half, PLANK);
    context.strokeStyle = woodDark;
    for (let line = 0; line < 9; line++) {
      const n = 31 * row + line;
      context.globalAlpha = 0.12 + 0.2 * uneven(n);
      context.lineWidth = 0.0012 + 0.002 * uneven(n + 500);
      context.beginPath();
      let at = y + PLANK * (0.06 + 0.9 * uneven(n + 900));
      context.moveTo(-half, at);
      for (let x = -half; x < half; x += 0.3) {
        const next = at + 0.016 * (uneven(n + x * 77) - 0.5);
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
