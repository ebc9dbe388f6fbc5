/** How the table is shared out: the shoal in front gets a panel of its own shape, and the others what is left. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Columns and rows of a shoal's picture. */
interface Shape {
  readonly columns: number;
  readonly rows: number;
}

export interface Room extends Size {
  /** Whether the others are but small pictures to press: on a phone. */
  readonly strip: boolean;
  /** Whether somebody else's shoal is to be laid in: then the one in front is no larger than it has to be. */
  readonly yielding: boolean;
}

/** Where the panel in front is: beside the others or below them; and how wide, or high, it is in pixels. */
export interface Panels {
  readonly beside: boolean;
  readonly thickness: number;
}

/** A card is never drawn larger than this. */
export const LARGEST_CARD_PX = 104;

interface Measures {
  /** Cards in front are at least so large, as long as the table has the room. */
  readonly leastCard: number;
  /** Once they are so large, more room is better used by the others. */
  readonly enoughCard: number;
  /** What a panel needs beside the picture: the line with its name and a margin. As in the styles of a sea. */
  readonly frame: Size;
  /** What lies around the panels and between two of them. As in the styles of the table. */
  readonly around: number;
}

const DESK_PX: Measures = { leastCard: 56, enoughCard: 92, frame: { width: 30, height: 72 }, around: 34 };
const HAND_PX: Measures = { leastCard: 44, enoughCard: 50, frame: { width: 22, height: 60 }, around: 18 };
/** What small pictures in a strip need at least: their width beside the panel in front, their height above it. */
const STRIP_PX: Size = { width: 92, height: 58 };
/** The shares of the table that the panel in front has at least and at most. */
const LEAST = 0.42;
const MOST = 0.68;

/** The panels that show the shoal in front as large as may be, and leave the others the most room. */
export function panelsFor(shape: Shape, room: Room): Panels {
  const [beside, below] = [true, false].map((each) => ({ beside: each, thickness: mostFor(room, each) }));
  const best = cardIn(shape, room, beside!) >= cardIn(shape, room, below!) ? beside! : below!;
  const { leastCard, enoughCard, frame } = measures(room);
  const card = Math.min(room.yielding ? leastCard : enoughCard, cardIn(shape, room, best));
  const needed = best.beside ? card * shape.columns + frame.width : card * shape.rows + frame.height;
  return { ...best, thickness: Math.min(best.thickness, Math.max(LEAST * along(room, best.beside), needed)) };
}

/** How large a card is where the panel in front shows all of a shape. */
export function cardIn({ columns, rows }: Shape, room: Room, { beside, thickness }: Panels): number {
  const { frame } = measures(room);
  const width = (beside ? thickness : along(room, true)) - frame.width;
  const height = (beside ? along(room, false) : thickness) - frame.height;
  return Math.min(width / columns, height / rows, LARGEST_CARD_PX);
}

/** Whether the panel in front has room for a shape with cards of a good size. */
export function holds(shape: Shape, room: Room, panels: Panels): boolean {
  return cardIn(shape, room, panels) >= measures(room).leastCard;
}

function measures({ strip }: Room): Measures {
  return strip ? HAND_PX : DESK_PX;
}

/** What there is to share out, across the table or down. */
function along(room: Room, across: boolean): number {
  return (across ? room.width : room.height) - measures(room).around;
}

function mostFor(room: Room, beside: boolean): number {
  const all = along(room, beside);
  return room.strip ? all - (beside ? STRIP_PX.width : STRIP_PX.height) : all * MOST;
}
