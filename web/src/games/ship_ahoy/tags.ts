/** Which pieces say their names, and where on the screen. */
import type { Body, Eye, Picture, Point } from "./picture";
import { solid } from "./shape";
import { words } from "./words";

export interface Tag {
  readonly piece: number;
  readonly label: string;
  readonly seat: number | null;
  readonly port: number | null;
  /** How likely it falls, in percent; null: it is not shot at. */
  readonly chance: number | null;
  /** Pixels from the left and the top. */
  readonly at: Point;
}

export interface Asked {
  readonly eye: Eye;
  /** Whether all of them do. */
  readonly names: boolean;
  /** Those that are pointed at, here or in the dock. */
  readonly pointed: readonly (number | null)[];
}

/** Chances are told in steps of so many percent: the hand is not surer than that. */
const STEP = 5;
/** How high a tag is, how wide its sign with the room around it, and a letter. */
const TAG_HIGH_PX = 25;
const SIGN_PX = 38;
const LETTER_PX = 7;

/** The tags of a picture; `place` tells where a piece's top is on the screen, null: out of sight. */
export function tagsOf({ bodies, wedge }: Picture, asked: Asked, place: (body: Body) => Point | null): Tag[] {
  // What may fall says more than what is in line.
  const inLine = !wedge?.falls.length;
  const whole = (body: Body): boolean => named(body, asked) || (inLine && body.mark === "target");
  const tags = bodies
    .filter((body) => body.label && (whole(body) || (asked.names && namable(body))))
    .flatMap((body) => {
      const at = place(body);
      const { piece, seat, port } = body;
      const label = whole(body) ? body.label : shortName(body);
      const falls = wedge?.falls.find((each) => each.piece === piece);
      const chance = falls ? inSteps(falls.chance) : null;
      return at ? [{ piece, label, seat, port, chance, at }] : [];
    });
  return parted(tags);
}

/** The same tags, those behind raised over those before them, so that each can be read. */
function parted(tags: readonly Tag[]): Tag[] {
  const done: Tag[] = [];
  for (const tag of tags.toSorted((a, b) => b.at[1] - a.at[1])) {
    let top = tag.at[1];
    const beside = done.filter((other) => Math.abs(other.at[0] - tag.at[0]) < (widthPx(tag) + widthPx(other)) / 2);
    for (const other of beside.sort((a, b) => b.at[1] - a.at[1]))
      if (Math.abs(other.at[1] - top) < TAG_HIGH_PX) top = other.at[1] - TAG_HIGH_PX;
    done.push({ ...tag, at: [tag.at[0], top] });
  }
  return done.toSorted((a, b) => a.piece - b.piece);
}

/** About how wide a tag is. */
const widthPx = ({ label, chance }: Tag): number => SIGN_PX + LETTER_PX * (label.length + (chance === null ? 0 : 4));

/** A chance from 0 to 1 as it is told, in percent. */
export const inSteps = (chance: number): number => Math.min(95, STEP * Math.round((100 * chance) / STEP));

/** A piece in a word, for where there is little room: ships are counted in their colour, as their names count them. */
export function shortName({ piece, kind, label }: Pick<Body, "piece" | "kind" | "label">): string {
  return kind === "ship" ? words().short.ship((piece % 3) + 1) : kind === "tower" ? words().short.tower : label;
}

/** Whether a piece says its whole name. */
function named({ piece, mark }: Body, { eye, pointed }: Asked): boolean {
  // Behind the cannon, one's own piece stands right before the eye: everybody knows what it is.
  return pointed.includes(piece) || mark === "falls" || (mark === "chosen" && eye !== "gunner");
}

const namable = ({ kind }: Body): boolean => solid(kind) || kind === "wind" || kind === "kraken";
