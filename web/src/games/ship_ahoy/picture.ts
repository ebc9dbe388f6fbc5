/**
 * What is to be seen of the table, whoever draws it: the diorama in three dimensions, or the chart from above.
 *
 * Lengths are metres, angles radians against the clock; (0, 0) is the middle of the table, x to the right and y away
 * from the one who looks at the chart, z up. Both drawings show the same picture and have the same hands.
 */
import type * as ShipAhoy from "./wire";

export type Point = readonly [number, number];
export type Place = readonly [number, number, number];
/** w, x, y, z. */
export type Quaternion = readonly [number, number, number, number];

/**
 * Why a piece stands out. `gun`, `sailor`: may be chosen now. `foe`: in melee. `target`: in the line of the barrel.
 * `falls`: the shot may knock it over. `hit`: fell just now.
 */
export type Mark = "gun" | "sailor" | "chosen" | "foe" | "target" | "falls" | "hit" | null;

/** A piece or token as it is drawn now. Upright it stands with its foot at `at`; a ship's card is square to its x. */
export interface Body {
  readonly piece: number;
  readonly kind: ShipAhoy.Kind;
  /** Whose it is, for the sign on it; null: nobody's. */
  readonly seat: number | null;
  /** The port it comes from, 0 to 3, for its colour; null: of none. */
  readonly port: number | null;
  /** Where its foot is, and how it is turned in space. */
  readonly at: Place;
  readonly turn: Quaternion;
  /** The same on the table, from above: the middle of the room it takes, where it faces, whether it lies. */
  readonly x: number;
  readonly y: number;
  readonly yaw: number;
  readonly lying: boolean;
  readonly chest: boolean;
  /** The colour (0 to 3) of the barrel on board. */
  readonly barrel: number | null;
  /** In the Kraken's arms. */
  readonly held: boolean;
  readonly mark: Mark;
  /** Its name, in the language of the page. */
  readonly label: string;
}

/** The cannon: its muzzle, and where the barrel points, as it sways. */
export interface Cannon {
  readonly at: Point;
  readonly heading: number;
  /** How far the plunger is drawn, 0 to 1. */
  readonly pull: number;
  /** Whether it may stand here. */
  readonly free: boolean;
  /** 1 just after the shot, then back to 0. */
  readonly recoil: number;
}

/** A place where the cannon may be put, or not. */
export interface Berth {
  readonly at: Point;
  readonly free: boolean;
}

/** A piece that a shot may knock over, and how likely, 0 to 1. */
export interface Falls {
  readonly piece: number;
  readonly chance: number;
}

/** Where the ball may go: a wedge from the muzzle. `wide` is the angle to each side, `far` how far the ball gets. */
export interface Wedge {
  readonly from: Point;
  readonly heading: number;
  readonly wide: number;
  readonly far: number;
  /** The first piece in the line of the barrel, and where the line meets it. */
  readonly meets: { readonly piece: number; readonly at: Point } | null;
  /** What the pull that is drawn may knock over, the likeliest first; nothing while none is. */
  readonly falls: readonly Falls[];
}

/** What a hint proposes, shown as a ghost. */
export interface Proposal {
  readonly cannon: Cannon | null;
  /** The shot's line as far as it goes, or the ship's way. */
  readonly line: readonly Point[];
  readonly knots: readonly Point[];
  /** The ship at the end of its way. */
  readonly ship: { readonly piece: number; readonly x: number; readonly y: number; readonly yaw: number } | null;
}

/** A ball to be followed: where it is or struck, and where it was fired to. `slowly`: in a repeat. */
export interface Chase {
  readonly at: Point;
  readonly heading: number;
  readonly slowly: boolean;
}

/** Water within reach: the middle of a square of `step`, and how many knots it costs. */
export interface Reached {
  readonly x: number;
  readonly y: number;
  readonly knots: number;
}

/** The rope laid from a ship; the ship's ghost stands at its end. */
export interface RopeLine {
  readonly way: readonly Point[];
  /** Where its knots lie along the way, up to the end of what could be spent. */
  readonly knots: readonly { readonly at: Point; readonly spent: boolean }[];
  /** The stretch that is not allowed, from where it is blocked to where the hand is; null: all is well. */
  readonly blocked: { readonly at: Point; readonly to: Point } | null;
  readonly ghost: {
    readonly piece: number;
    readonly x: number;
    readonly y: number;
    readonly yaw: number;
    readonly free: boolean;
  };
  /** The handle that turns the ghost. */
  readonly handle: Point;
}

export interface Picture {
  /** Half the side of the table. */
  readonly table: number;
  readonly ports: readonly ShipAhoy.PortView[];
  readonly bodies: readonly Body[];
  readonly chestOnIsland: boolean;
  readonly ball: Place | null;
  /** Where the ball has been, the oldest first. */
  readonly trail: readonly Place[];
  readonly cannon: Cannon | null;
  readonly berths: readonly Berth[];
  readonly wedge: Wedge | null;
  readonly reach: { readonly step: number; readonly cells: readonly Reached[] } | null;
  readonly rope: RopeLine | null;
  /** Pieces in melee, joined. */
  readonly melees: readonly (readonly [Point, Point])[];
  /** The wind's reach around its token, if one plays with it. */
  readonly wind: number | null;
  readonly proposal: Proposal | null;
  /** The shot that the camera follows. */
  readonly chase: Chase | null;
  /** What the camera shows by itself: a place, and how much around it. */
  readonly focus: { readonly at: Point; readonly span: number };
}

/** Where one looks from. */
export type Eye = "overview" | "gunner";

/**
 * What a hand does on the table. `press` says whether the hand takes hold of something: then `move` and `release`
 * follow, and the camera stays; otherwise the drag moves the camera.
 */
export interface Hands {
  press(at: Point, piece: number | null, touch: boolean): boolean;
  move(at: Point): void;
  release(): void;
}

/** What a drawing of the table is given. */
export interface DrawingProps {
  readonly picture: Picture;
  readonly hands: Hands;
  readonly eye: Eye;
  /** Whether every piece says its name, and not only those that are pointed at or chosen. */
  readonly names: boolean;
  /** The piece that is pointed at elsewhere, as in the dock. */
  readonly pointed: number | null;
  /** What a reader of the screen hears of the drawing as a whole. */
  readonly label: string;
}
