/** What is printed on tiles, tokens and signs: SVGs in the hand of our drawings. */
import kraken from "$art/kraken.svg?raw";
import monster from "$art/sea-monster.svg?raw";
import swords from "$art/die-swords.svg?raw";
import wind from "$art/wind.svg?raw";

import type { Body } from "../picture";
import { sign } from "./card";
import { CREAM, INK, NOBODY, type Palette } from "./palette";
import { dyed, inside, sheet } from "./prints";

/** What lies flat. */
export type Flat = "flat_island" | "wind" | "kraken";
export type Emblem = "wind" | "kraken" | "swords";

/** The pirate's sign, as on its sail. */
const SKULL =
  `<circle cx="48" cy="48" r="45" fill="${NOBODY}" stroke="${CREAM}" stroke-width="5"/>` +
  `<g transform="translate(-58 -46) scale(2.3)"><g fill="${CREAM}">` +
  `<path d="M46 33c-6 0-9 4-9 8 0 3 2 5 4 6v3h10v-3c2-1 4-3 4-6 0-4-3-8-9-8z"/></g><g fill="${NOBODY}">` +
  `<circle cx="42.5" cy="41" r="2.3"/><circle cx="49.5" cy="41" r="2.3"/></g></g>`;

const circle = (radius: number, more: string): string => `<circle cx="48" cy="48" r="${radius}" ${more}/>`;

/** The disc on the water under a piece: its colour, and its sign on both sides of the card. */
export function baseTile(kind: Body["kind"], seat: number | null, colour: string): string {
  const art = inside(kind === "monster" ? monster : SKULL);
  const emblem =
    seat === null ? `<g transform="scale(.3) translate(-48 -46)">${art}</g>` : sign(seat, colour, 0, 0, 13);
  // Upright for whoever looks at the one face of the card, and for whoever looks at the other.
  const signs = [
    [28, 90],
    [68, -90],
  ].map(([x, turn]) => `<g transform="translate(${x} 48) rotate(${turn})">${emblem}</g>`);
  return sheet(
    96,
    circle(46, `fill="${colour}" fill-opacity=".5" stroke="${CREAM}" stroke-width="2.5"`),
    circle(40, `stroke="${colour}" stroke-width="10"`),
    ...(kind === "tower" ? [] : signs),
  );
}

/** A port: sand, and around it its colour with its sign. */
export function portTile(port: number, colour: string, { sand, sandShade }: Palette): string {
  const signs = Array.from(
    { length: 8 },
    (_, k) => `<g transform="rotate(${45 * k + 22.5} 48 48)">${sign(port, colour, 48, 8.6, 5)}</g>`,
  );
  const grains = Array.from({ length: 46 }, (_, k) => {
    const [far, turn] = [4 + 26 * ((k * 0.618) % 1), k * 2.4];
    return `M${48 + far * Math.cos(turn)} ${48 + far * Math.sin(turn)}h.1`;
  });
  return sheet(
    96,
    circle(48, `fill="${sand}"`),
    circle(40, `stroke="${colour}" stroke-width="12.5"`),
    circle(33.5, `stroke="${sandShade}" stroke-width="1.5"`),
    `<path d="${grains.join("")}" stroke="${sandShade}" stroke-width="1.6"/>`,
    ...signs,
  );
}

/** Foam and shallow water around land, whose own radius is 2/3 of the disc. */
export function shallowsTile({ shallow, night }: Palette): string {
  const foam = night ? 0.2 : 0.38;
  const shore = (radius: number, wobble: number, turn: number, fill: number, more: string): string => {
    const spots = Array.from({ length: 48 }, (_, k) => {
      const way = (2 * Math.PI * k) / 48;
      const far = radius + wobble * Math.sin(7 * way + turn);
      return `${48 + far * Math.cos(way)} ${48 + far * Math.sin(way)}`;
    });
    return `<path d="M${spots.join("L")}z" fill="${shallow}" fill-opacity="${fill}" stroke="#fff" ${more}/>`;
  };
  return sheet(
    96,
    shore(43, 2, 0, 0.45, `stroke-opacity="${0.6 * foam}" stroke-width="1.2"`),
    shore(38, 1.3, 2, 0.7, `stroke-opacity="${1.6 * foam}" stroke-width="1.4" stroke-dasharray="16 5 4 5"`),
  );
}

/** A token, or the island that lies flat. */
export function flatTile(kind: Flat, { deep, sand, sandShade }: Palette): string {
  switch (kind) {
    case "wind":
      return sheet(96, `<g transform="translate(-.5 -1) scale(1.02)">${inside(wind)}</g>`);
    case "kraken":
      return sheet(
        96,
        circle(46, `fill="${deep}" stroke="#e0667e" stroke-width="4"`),
        `<g transform="translate(12 8) scale(.75)">${inside(kraken)}</g>`,
      );
    case "flat_island": {
      const shore = "M48 1c20-1 30 8 38 20s12 30 4 46-22 28-44 28S8 82 3 64 4 26 16 14 34 2 48 1z";
      const inner = "M48 10c16 0 24 6 30 16s8 24 2 36-18 22-34 22-28-8-32-22 0-30 8-38 16-14 26-14z";
      const palm =
        "M62 30q-10-8-18 0 10 0 12 6-10 2-8 12 8-8 12-6 4 8 14 6-6-6-4-10 8 0 10-8-8 2-12-2 2-8-4-12-2 8-2 14z";
      return sheet(
        96,
        `<path d="${shore}" fill="${sand}"/><path d="${inner}" fill="${sandShade}" opacity=".6"/>`,
        `<path d="${palm}" fill="#4c9a5b"/>`,
        `<path d="M20 66q8-4 14 2M30 30q4-3 8 0" stroke="${INK}" stroke-opacity=".25" stroke-width="2"/>`,
      );
    }
  }
}

/** The sign that stands over a piece. */
export const badgeTile = (seat: number, colour: string): string =>
  sheet(
    48,
    `<circle cx="24" cy="24" r="23.5" fill="${CREAM}"/>` +
      `<circle cx="24" cy="24" r="18" stroke="${colour}" stroke-width="7"/>`,
    sign(seat, colour, 24, 24, 15),
  );

/** A token's picture over what it lies under; crossed swords over a melee. */
export const emblemTile = (kind: Emblem): string => sheet(96, dyed(inside({ wind, kraken, swords }[kind]), NOBODY));
