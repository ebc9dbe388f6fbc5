/** Tiles, groups and views in a few words. */
import { bySpecies, type Tile } from "../../src/games/animals_on_board/tiles";
import type * as AnimalsOnBoard from "../../src/games/animals_on_board/wire";
import type { Question } from "$lib/wire";

/** “fox 1, zebra 2, ?”: tiles; a question mark lies face down. */
export function tiles(text: string): Tile[] {
  return text
    .split(", ")
    .filter(Boolean)
    .map((each) => {
      const [species, value] = each.split(" ");
      return each === "?"
        ? { tile: "face_down" }
        : { tile: "animal", species: species as AnimalsOnBoard.Species, value: Number(value) };
    });
}

export const animals = (text: string): AnimalsOnBoard.Animal[] => tiles(text).filter((tile) => tile.tile === "animal");

/** A player's animals by species, as they count now. */
export function kinOf(text: string): AnimalsOnBoard.Kin[] {
  return bySpecies(animals(text)).map((tiles) => {
    const [single, pair] = [tiles.length === 1, tiles.length === 2];
    const points = single ? (tiles[0]?.value ?? 0) : pair ? 0 : 5 * tiles.length;
    return { tiles, counts_as: single ? "single" : pair ? "pair" : "herd", points, staying: [] };
  });
}

export function group(text: string): AnimalsOnBoard.Group {
  return { tiles: tiles(text), price: tiles(text).length };
}

export function player(facts: Partial<AnimalsOnBoard.Player> = {}): AnimalsOnBoard.Player {
  return {
    tiles: 1,
    crates: 2,
    earns: 1,
    resting: false,
    chosen: false,
    ark: null,
    secret: null,
    noah: null,
    discarded: null,
    points: null,
    kin: null,
    ...facts,
  };
}

export function view(facts: Partial<AnimalsOnBoard.View> = {}): AnimalsOnBoard.View {
  return {
    seats: 2,
    round: 1,
    active: 0,
    starter: 0,
    last_turn: false,
    groups: [],
    pile: 20,
    supply: 16,
    removed: [],
    players: [player(), player()],
    choice: [],
    joining: {},
    over: false,
    ...facts,
  };
}

export function question(
  moves: readonly AnimalsOnBoard.Move[],
  free: readonly string[] = [],
): Question<AnimalsOnBoard.Types> {
  return { ask: 1, about: "split_or_take", rule: "A6", moves, free };
}
