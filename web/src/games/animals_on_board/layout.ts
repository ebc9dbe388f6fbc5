/** Where groups lie on the water: islets in rows, as large as the window lets them be. */

export interface Islet {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where its tiles lie on the table, top left corners. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

export interface Layout {
  /** A tile's side. */
  readonly size: number;
  readonly islets: readonly Islet[];
}

const LARGEST = 128;
const SMALLEST = 24;
/** Parts of a tile's side: between tiles, and sand around them. */
const GAP = 0.08;
const SAND = 0.24;
/** Water between islets, and below each its price. */
const WATER = 16;
const TAG = 18;

/** In how many rows so many tiles lie: from wide to tall. */
const SHAPES: readonly ((tiles: number) => number)[] = [
  (tiles) => Math.ceil(tiles / 7),
  (tiles) => Math.ceil(tiles / 5),
  (tiles) => Math.max(1, Math.round(Math.sqrt(tiles / 1.4))),
  (tiles) => (tiles < 4 ? 1 : Math.ceil(Math.sqrt(tiles))),
];

interface Shape {
  readonly tiles: number;
  readonly columns: number;
  readonly width: number;
  readonly height: number;
}

function shaped(tiles: number, rows: number, size: number): Shape {
  const columns = Math.ceil(tiles / rows);
  const lines = Math.ceil(tiles / columns);
  const side = (count: number): number => count * size + (count - 1) * GAP * size + 2 * SAND * size;
  return { tiles, columns, width: side(columns), height: side(lines) + TAG };
}

/** Shapes in rows that are not wider than the table. */
function inRows(shapes: readonly Shape[], width: number): Shape[][] {
  const rows: Shape[][] = [];
  let free = 0;
  for (const shape of shapes) {
    if (!rows.length || shape.width + WATER > free) {
      rows.push([]);
      free = width - WATER;
    }
    rows.at(-1)?.push(shape);
    free -= shape.width + WATER;
  }
  return rows;
}

function fits(rows: readonly (readonly Shape[])[], width: number, height: number): boolean {
  const tall = rows.reduce((sum, row) => sum + Math.max(...row.map((shape) => shape.height)) + WATER, WATER);
  return tall <= height && rows.every((row) => row.every((shape) => shape.width + 2 * WATER <= width));
}

/** Groups of so many tiles each, on so much water. */
export function layOut(groups: readonly number[], width: number, height: number): Layout {
  for (let size = LARGEST; size >= SMALLEST; size -= 2) {
    for (const rowsOf of SHAPES) {
      const rows = inRows(
        groups.map((tiles) => shaped(tiles, rowsOf(tiles), size)),
        width,
      );
      if (fits(rows, width, height)) return placed(rows, size, width, height);
    }
  }
  const rows = inRows(
    groups.map((tiles) => shaped(tiles, Math.ceil(Math.sqrt(tiles)), SMALLEST)),
    width,
  );
  return placed(rows, SMALLEST, width, height);
}

/** Rows share the free water evenly, and so do the islets in a row. */
function placed(rows: readonly (readonly Shape[])[], size: number, width: number, height: number): Layout {
  const heights = rows.map((row) => Math.max(...row.map((shape) => shape.height)));
  const between = Math.max(0, height - heights.reduce((sum, each) => sum + each, 0)) / (rows.length + 1);
  const islets: Islet[] = [];
  let y = between;
  rows.forEach((row, number) => {
    const tall = heights[number] ?? 0;
    const gap = Math.max(0, width - row.reduce((sum, shape) => sum + shape.width, 0)) / (row.length + 1);
    let x = gap;
    for (const shape of row) {
      islets.push(islet(shape, size, x, y + (tall - shape.height) / 2));
      x += shape.width + gap;
    }
    y += tall + between;
  });
  return { size, islets };
}

function islet(shape: Shape, size: number, x: number, y: number): Islet {
  const step = size * (1 + GAP);
  const places = Array.from({ length: shape.tiles }, (_, tile) => {
    const row = Math.floor(tile / shape.columns);
    const inRow = Math.min(shape.columns, shape.tiles - row * shape.columns);
    const indent = ((shape.columns - inRow) * step) / 2; // a short last row lies in the middle
    return { x: x + SAND * size + indent + (tile % shape.columns) * step, y: y + SAND * size + row * step };
  });
  return { x, y, width: shape.width, height: shape.height - TAG, places };
}
