/** A tower: four walls of cardboard with a parapet and a flag, its sign on every side and on its roof. */
import { type BufferGeometry, PlaneGeometry } from "three";

import { PHYSICS as P } from "../physics";
import { sign } from "./card";
import { INK, STAND } from "./palette";
import { sheet } from "./prints";
import { box, dipped, joined } from "./solid";

/** The print: a wall on its left half, the roof and plain spots on its right one. */
const SIDE = 192;
const STONE = "#c3ccc8";
const STONE_LIGHT = "#d9e0dc";
const STONE_DARK = "#9fadaa";

const WALL = 0.023;
const ROOF = 0.062;
const MERLON = 0.0068;

const SPOTS = { colour: [120, 12], light: [168, 12], stand: [120, 60], wood: [168, 60] } as const;
type Spotted = keyof typeof SPOTS;

const plain = (solid: BufferGeometry, spot: Spotted): BufferGeometry =>
  dipped(solid, SPOTS[spot][0] / SIDE, 1 - SPOTS[spot][1] / SIDE);

/** The tower on its stand, its foot at (0, 0, 0). */
export function towerSolid(): BufferGeometry {
  const foot = P.tower_stand_height;
  const wide = P.tower_width;
  const walls = box([WALL, WALL, ROOF - foot], [0, 0, foot]);
  const spots = walls.getAttribute("uv");
  for (let k = 0; k < spots.count; k++) spots.setX(k, spots.getX(k) / 2);
  const edge = (wide - MERLON) / 2;
  const merlons = [-1, 0, 1].flatMap((x) =>
    [-1, 0, 1]
      .filter((y) => x || y)
      .map((y) => plain(box([MERLON, MERLON, 0.007], [x * edge, y * edge, ROOF + 0.004]), "light")),
  );
  const roof = new PlaneGeometry(wide - 0.012, wide - 0.012).rotateZ(-Math.PI / 2).translate(0, 0, ROOF + 0.0045);
  const top = roof.getAttribute("uv");
  for (let k = 0; k < top.count; k++) top.setXY(k, (1 + top.getX(k)) / 2, top.getY(k) / 2);
  const tall = foot + P.tower_height;
  return joined(
    [
      plain(box([P.tower_stand_width, P.tower_stand_width, foot], [0, 0, 0], 0.9), "stand"),
      walls,
      plain(box([wide, wide, 0.005], [0, 0, ROOF - 0.007]), "colour"),
      plain(box([wide, wide, 0.006], [0, 0, ROOF - 0.002]), "light"),
      roof,
      ...merlons,
      plain(box([0.0016, 0.0016, tall - ROOF], [0, 0, ROOF]), "wood"),
      plain(box([0.0012, 0.0135, 0.0095], [0, 0.0072, tall - 0.0105]), "colour"),
    ],
    "uv",
  );
}

/** What is printed on its walls and its roof. */
export function towerPrint(colour: string, seat: number): string {
  const bricks = "M10 40h14M62 36h20M8 96h10M76 100h14M14 124h12M72 128h14M8 152h14M74 158h12M34 30h14";
  return sheet(
    SIDE,
    `<path d="M0 0h96v192H0z" fill="${STONE}"/><path d="M68 0h28v192H68z" fill="${STONE_DARK}" opacity=".75"/>`,
    `<path d="${bricks}" stroke="#8a9a97" stroke-width="6"/>`,
    // A wall is higher than its print.
    `<g transform="translate(0 14) scale(1 .820)">${sign(seat, colour, 48, 76, 34)}</g>`,
    `<path d="M28 192v-34c0-28 40-28 40 0v34z" fill="#8f5729" stroke="${INK}" stroke-width="5"/>`,
    `<circle cx="58" cy="166" r="3.500" fill="#f6b532"/>`,
    `<path d="M96 0h48v48H96z" fill="${colour}"/><path d="M144 0h48v48h-48z" fill="${STONE_LIGHT}"/>`,
    `<path d="M96 48h48v48H96z" fill="${STAND}"/><path d="M144 48h48v48h-48z" fill="#8f5729"/>`,
    `<path d="M96 96h96v96H96z" fill="${STONE_DARK}"/>`,
    sign(seat, colour, 144, 144, 42),
  );
}
