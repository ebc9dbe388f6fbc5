/** Small scenes for the introduction, made of the chart's own pieces. */
import type { Body, Picture, Point } from "../picture";
import { PHYSICS } from "../physics";

/** A table with nothing on it but this. */
export function waters(parts: Partial<Picture>): Picture {
  return {
    table: PHYSICS.table_half,
    ports: [],
    bodies: [],
    chestOnIsland: false,
    ball: null,
    trail: [],
    cannon: null,
    berths: [],
    wedge: null,
    reach: null,
    rope: null,
    proposal: null,
    chase: null,
    melees: [],
    wind: null,
    focus: { at: [0, 0], span: 1 },
    ...parts,
  };
}

/** A piece that stands there; a ship of a seat, if nothing else is said. */
export function standing(
  piece: number,
  seat: number | null,
  [x, y]: Point,
  yaw: number,
  changes: Partial<Body> = {},
): Body {
  return {
    piece,
    kind: "ship",
    seat,
    port: seat,
    at: [x, y, 0],
    turn: [Math.cos(yaw / 2), 0, 0, Math.sin(yaw / 2)],
    x,
    y,
    yaw,
    lying: false,
    chest: false,
    barrel: null,
    held: false,
    mark: null,
    label: "",
    ...changes,
  };
}
