/**
 * Cardboard: what stands on the table as a card in a stand, cut from the outline of our drawing and printed with it.
 */
import { type BufferGeometry, ExtrudeGeometry, Shape } from "three";

import monster from "$art/sea-monster.svg?raw";
import pirate from "$art/pirate-ship.svg?raw";
import ship from "$art/ship.svg?raw";
import { SIGNS } from "$lib/pieces/SeatMark.svelte";

import { PHYSICS as P } from "../physics";
import { grown, sampled, type Spot, thinned } from "./outline";
import { CREAM, KRAFT, STAND } from "./palette";
import { dyed, inside, sheet } from "./prints";
import { box, dipped, joined } from "./solid";

export type CardKind = "ship" | "pirate" | "monster";

/** Units of the drawings' box. */
const SIDE = 96;
/** Where the print has plain spots, for the card's edge and the stand. */
const EDGE: Spot = [2, 2];
const FOOT: Spot = [2, 94];
/** Paper around the print, in units. */
const BORDER = 3;
/** The monster's drawing has no one outline: a loose one, as a card would be cut. */
const MONSTER =
  "M2 95V60q0-6 6-3l6 3 8-12 8-3 1-8 9-12 3-14 17-1q36-4 37 22c0 8-5 12-13 12-5 1-6 4-6 8l2 28q6 6 15 3v17z";

interface Cut {
  readonly art: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly stand: readonly [number, number, number];
}

const silhouette = (svg: string): string => /<path id="[a-z-]+-s" d="([^"]+)"/.exec(svg)?.[1] ?? "";
const sail = [P.stand_depth, P.stand_width, P.stand_height] as const;
const vessel = (art: string): Cut => ({
  art,
  path: silhouette(art),
  width: P.hull_width,
  height: P.hull_height + P.sail_height,
  stand: sail,
});

const CUTS: Readonly<Record<CardKind, Cut>> = {
  ship: vessel(ship),
  pirate: vessel(pirate),
  monster: {
    art: monster,
    path: MONSTER,
    width: P.monster_width,
    height: P.monster_height,
    stand: [P.monster_stand_depth, P.monster_stand_width, P.monster_stand_height],
  },
};

/** The card in its stand. Its face is square to x; what the drawing has on its right is at +y. */
export function cardSolid(kind: CardKind): BufferGeometry {
  const { path, width, height, stand } = CUTS[kind];
  const line = thinned(grown(sampled(path, 1), BORDER), 0.12);
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  const [left, right, top, foot] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [across, up] = [width / (right - left), height / (foot - top)];
  const shape = new Shape();
  line.forEach(([x, y], k) => {
    const place = [(x - (left + right) / 2) * across, (foot - y) * up + stand[2]] as const;
    if (k) shape.lineTo(...place);
    else shape.moveTo(...place);
  });
  const card = new ExtrudeGeometry(shape, { depth: P.card_depth, bevelEnabled: false }).translate(
    0,
    0,
    -P.card_depth / 2,
  );
  const [places, normals, spots] = [
    card.getAttribute("position"),
    card.getAttribute("normal"),
    card.getAttribute("uv"),
  ];
  for (let k = 0; k < places.count; k++) {
    const printed = Math.abs(normals.getZ(k)) > 0.5;
    const x = places.getX(k) / across + (left + right) / 2;
    const y = foot - (places.getY(k) - stand[2]) / up;
    if (printed) spots.setXY(k, x / SIDE, 1 - y / SIDE);
    else spots.setXY(k, EDGE[0] / SIDE, 1 - EDGE[1] / SIDE);
  }
  // From the drawing's axes to the body's: across is y, up is z, out of the paper is x.
  card.rotateX(Math.PI / 2).rotateZ(Math.PI / 2);
  const foundation = dipped(box(stand, [0, 0, 0], 0.86), FOOT[0] / SIDE, 1 - FOOT[1] / SIDE);
  return joined([card, foundation], "uv");
}

/** What is printed on the card, in a port's colour and with a seat's sign on the sail. */
export function cardPrint(kind: CardKind, colour: string, seat: number | null): string {
  const art = inside(CUTS[kind].art)
    .replace(/<defs>.*?<\/defs>|<g fill="#b98d55">.*?<\/g>|<use href="#[a-z-]+-s" fill[^>]*>/g, "")
    .replace(/<path d="M26 8[36][^>]*>/g, ""); // the stand: ours is a solid one
  return sheet(
    SIDE,
    `<path d="M0 0h${SIDE}v${SIDE}h-${SIDE}z" fill="${CREAM}"/>`,
    dyed(art, colour),
    seat === null ? "" : sign(seat, colour, 46, 42, 10.5),
    `<path d="M0 0h5v5h-5z" fill="${KRAFT}"/><path d="M0 91h5v5h-5z" fill="${STAND}"/>`,
  );
}

/** A seat's sign in a disc of paper, edged in the colour. */
export function sign(seat: number, colour: string, x: number, y: number, radius: number): string {
  const drawing = dyed(SIGNS[seat % SIGNS.length] ?? "", colour);
  const scale = (1.36 * radius) / 24;
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${CREAM}" stroke="${colour}" stroke-width="${radius / 5}"/>` +
    `<g transform="translate(${x - 12 * scale} ${y - 12 * scale}) scale(${scale})">${drawing}</g>`
  );
}
