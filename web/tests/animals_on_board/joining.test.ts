/** A pair or a herd is marked on the tiles one would take: by what the server says of so many of a species. */
import { expect, it } from "vitest";

import { companies } from "../../src/games/animals_on_board/joining";
import { tiles, view } from "./fixtures";

const table = view({ joining: { fox: ["single", "pair"], zebra: ["pair", "herd"], camel: ["single"] } });

it("marks two foxes as a pair, and neither of them alone", () => {
  expect([...companies(table, tiles("camel 1, fox 1, fox 2"))]).toEqual([
    ["fox-1", "pair"],
    ["fox-2", "pair"],
  ]);
  expect(companies(table, tiles("fox 1, camel 1")).size).toBe(0);
});

it("marks what joins animals that are on the ark already", () => {
  expect(companies(table, tiles("zebra 3, fox 1")).get("zebra-3")).toBe("pair");
  expect(companies(table, tiles("zebra 3, zebra 4")).get("zebra-4")).toBe("herd");
});

it("says nothing of the tile that lies face down, nor where nobody is told", () => {
  expect(companies(table, tiles("?")).size).toBe(0);
  expect(companies(view(), tiles("fox 1, fox 2")).size).toBe(0);
});
