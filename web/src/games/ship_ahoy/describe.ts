/** The table in words, for those who do not see it: who has what and where, and what is around oneself. */
import type { Point } from "./picture";
import { bearing, Outline } from "./shape";
import { pieceOf } from "./sides";
import { compass, targets } from "./targets";
import { words } from "./words";
import type { Sentences } from "$lib/sentences";
import type * as ShipAhoy from "./wire";

/** How many neighbours of a piece are told. */
const NEIGHBOURS = 5;
const centimetres = (metres: number): number => Math.round(100 * metres);

/** The whole table: every seat with its pieces, then what belongs to nobody. */
export function description(view: ShipAhoy.View, sentences: Sentences): string[] {
  const w = words();
  const seats = Array.from({ length: view.seats }, (_, seat) => {
    const own = view.pieces.filter((piece) => piece.seat === seat);
    const has = w.fleet(
      own.filter(({ kind }) => kind === "ship").length,
      own.filter(({ kind }) => kind === "tower").length,
    );
    return [
      w.describe.side(sentences.name("seat", seat), has, view.scores[seat] ?? 0),
      ...own.map((piece) => placed(piece, sentences)),
    ];
  });
  const others = view.pieces.filter((piece) => piece.seat === null);
  return [...seats.flat(), ...others.map((piece) => placed(piece, sentences))];
}

function placed(piece: ShipAhoy.PieceView, sentences: Sentences): string {
  const w = words().describe;
  const name = (number: number): string => sentences.name("piece", number);
  const told = [
    w.placeOf(name(piece.piece), centimetres(piece.x), centimetres(piece.y)),
    piece.lying ? w.lying : "",
    piece.foes.length ? w.foe(piece.foes.map(name).join(", ")) : "",
    piece.chest ? w.chest : "",
    piece.barrel === null ? "" : w.barrel(sentences.name("barrel", piece.barrel, "acc")),
    piece.held ? w.held : "",
  ];
  return `${told.filter(Boolean).join(", ")}.`;
}

/** What a gunner could aim at. */
export function inSight(
  view: ShipAhoy.View,
  seat: number,
  gun: number | null,
  muzzle: Point,
  sentences: Sentences,
): string[] {
  const w = words().shoot;
  return targets(view, seat, gun, muzzle).map(({ piece, cm, bearing: at, hidden, stands }) => {
    const line = hidden === null ? w.free : w.hidden(sentences.name("piece", hidden));
    return `${w.target(sentences.name("piece", piece), cm, compass(at))}: ${line}. ${stands ? w.stands[stands] : ""}`;
  });
}

/** What is near a piece: so much one must know to sail. */
export function around(view: ShipAhoy.View, number: number, sentences: Sentences): string[] {
  const piece = pieceOf(view, number);
  if (!piece) return [];
  const edge = Outline.of(piece);
  const near = view.pieces
    .filter((other) => other.piece !== number)
    .map((other) => ({ other, far: edge.toOutline(Outline.of(other)) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, NEIGHBOURS);
  const w = words().describe;
  return [
    w.around(sentences.name("piece", number)),
    ...near.map(({ other, far }) =>
      w.near(sentences.name("piece", other.piece), centimetres(far), compass(bearing(edge.middle, [other.x, other.y]))),
    ),
  ];
}
