/**
 * The gunner: puts the cannon beside a piece, turns it, draws the plunger, and lets go at the right moment (S8, S34).
 */
import { aimedWith, falls, rollOf } from "./felling";
import { jams, speedOf, spread, sway } from "./hand";
import { berths, beside, freeBerth, inLine, type MuzzleReason, muzzleRefusal, STAND_OFF } from "./muzzle";
import { LATEST } from "./physics";
import type { Berth, Cannon, Picture, Point, Wedge } from "./picture";
import { apart, bearing, Outline, type Placed, turned } from "./shape";
import { pieceOf, prey } from "./sides";
import { targets } from "./targets";
import type * as ShipAhoy from "./wire";

/** What the gunner does to the world. */
export interface Cue {
  /** The hand is on the plunger: the barrel begins to sway. */
  begin(): void;
  fire(move: ShipAhoy.Shoot): void;
}

/** Weaker than this, the plunger was only touched. */
const TOUCHED = 0.03;
/** How long it takes to draw the plunger all the way, for those who hold and do not drag, in milliseconds. */
const WHOLE_PULL = 1800;
/** An arm must rest some time before the referee would say so. */
const REST = LATEST - 5000;
const FAR = 3;
/** How far the wedge is drawn over open water. */
const OPEN = 1.2;

export class Gunner {
  gun = $state<number | null>(null);
  heading = $state(0);
  pull = $state(0);
  /** What one should see to aim: the cannon, and what it was turned to. */
  focus = $state.raw<Picture["focus"] | null>(null);
  #direction = $state(0);
  /** How far from its piece's edge the cannon stands. */
  #off = $state(STAND_OFF);
  /** The pull that one has in mind; a plunger that is held stops there. Null: none. */
  planned = $state<number | null>(null);
  /** When the hand took the plunger; null: it is free. */
  #began = $state<number | null>(null);
  #now = $state(0);
  #holding = false;

  constructor(
    private readonly view: () => ShipAhoy.View,
    private readonly seat: () => number,
    private readonly cue: Cue,
  ) {}

  readonly piece = $derived.by(() => pieceOf(this.view(), this.gun));
  readonly muzzle = $derived.by((): Point | null => this.piece && beside(this.piece, this.#direction, this.#off));
  /** Why the cannon may not stand where it is; null: it may. */
  readonly refusal = $derived.by((): MuzzleReason | null =>
    this.piece && this.muzzle ? muzzleRefusal(this.piece, this.muzzle, this.view().pieces, this.view().table) : null,
  );
  readonly berths = $derived.by((): Berth[] =>
    this.piece ? berths(this.piece, this.view().pieces, this.view().table) : [],
  );

  get aiming(): boolean {
    return this.#began !== null;
  }

  /** How long one has been aiming, in whole milliseconds. */
  get ms(): number {
    return this.#began === null ? 0 : Math.max(0, Math.round(this.#now - this.#began));
  }

  get #steady(): number {
    return this.view().steady_hand[this.seat()] ?? 1;
  }

  /** Where the barrel points now. */
  readonly barrel = $derived.by(
    () => this.heading + (this.aiming ? this.#steady * sway(this.view().aim_seed, this.ms, this.pull) : 0),
  );

  /** The pull that is drawn, or else the one in mind; null: none that fires. */
  readonly #chosenPull = $derived.by(() => {
    const pull = this.aiming ? this.pull : this.planned;
    return pull === null || jams(pull) ? null : pull;
  });

  /** Whether something is in line, but farther away than the ball gets with this pull. */
  get short(): boolean {
    const wedge = this.wedge;
    return (
      this.#chosenPull !== null && wedge?.meets === null && !!inLine(wedge.from, this.barrel, this.view().pieces, FAR)
    );
  }

  get cannon(): Cannon | null {
    return this.muzzle && { at: this.muzzle, heading: this.barrel, pull: this.pull, free: !this.refusal, recoil: 0 };
  }

  /** Reckoned once for all who look at it in a frame: every piece on the table asks whether it is met. */
  readonly wedge = $derived.by((): Wedge | null => {
    if (!this.muzzle) return null;
    const [pull, { pieces }] = [this.#chosenPull, this.view()];
    const reach = pull === null ? FAR : rollOf(speedOf(pull));
    const meets = inLine(this.muzzle, this.barrel, pieces, reach);
    const far = meets ? apart(this.muzzle, meets.at) + 0.06 : Math.min(OPEN, reach);
    const wide = spread(pull ?? this.pull, this.#steady);
    const may = pull === null ? [] : falls(aimedWith(this.muzzle, this.heading, pull, this.#steady), pieces);
    return { from: this.muzzle, heading: this.heading, wide, far, meets, falls: may };
  });

  /** Put the cannon beside a piece, looking at the best target; null: put it away. */
  choose(gun: number | null): void {
    this.letGo();
    this.planned = null;
    this.#off = STAND_OFF;
    this.gun = gun;
    const piece = this.piece;
    if (!piece) return;
    const middle: Point = [piece.x, piece.y];
    const best = targets(this.view(), this.seat(), gun, middle)[0];
    this.heading = best?.bearing ?? bearing(middle, [0, 0]);
    const berth = freeBerth(piece, this.heading, this.view().pieces, this.view().table);
    this.#direction = berth ? bearing(middle, berth) : this.heading;
    if (berth && best) this.aimAt(best.piece);
    this.#look(piece, best ? pieceOf(this.view(), best.piece) : null);
  }

  /** Set everything up as for this shot; when to let go is still one's own. */
  adopt({ piece: gun, x, y, heading, pull }: ShipAhoy.Shoot): void {
    this.choose(gun);
    if (!this.piece) return;
    this.#direction = bearing([this.piece.x, this.piece.y], [x, y]);
    this.#off = Outline.of(this.piece).toPoint([x, y]);
    this.heading = heading;
    this.planned = pull;
  }

  #look(gun: Placed, target: Placed | null): void {
    const [x, y] = target ? [target.x, target.y] : [0, 0];
    const far = apart([gun.x, gun.y], [x, y]);
    this.focus = {
      at: [(gun.x + x) / 2, (gun.y + y) / 2],
      span: Math.min(2 * this.view().table, Math.max(0.9, far + 0.5)),
    };
  }

  /** The first piece of those that may fire: the one with the nearest target on a free line. */
  chooseBest(guns: readonly number[]): void {
    const view = this.view();
    const nearest = (gun: number): number => {
      const piece = pieceOf(view, gun)!;
      const best = targets(view, this.seat(), gun, [piece.x, piece.y])[0];
      return best ? best.cm + (best.hidden === null ? 0 : 1000) : Infinity;
    };
    this.choose(guns.length ? guns.reduce((best, gun) => (nearest(gun) < nearest(best) ? gun : best)) : null);
  }

  /** Slide the cannon around its piece, towards a place. */
  slideTo(at: Point): void {
    if (this.piece && !this.aiming) this.#direction = bearing([this.piece.x, this.piece.y], at);
  }

  slide(by: number): void {
    if (!this.aiming) this.#direction = turned(this.#direction + by);
  }

  turn(by: number): void {
    this.heading = turned(this.heading + by);
  }

  turnTo(at: Point): void {
    if (this.muzzle && apart(this.muzzle, at) > 0.005) this.heading = bearing(this.muzzle, at);
  }

  /** Turn to the middle of a piece. */
  aimAt(number: number): void {
    const target = pieceOf(this.view(), number);
    if (target) this.turnTo([target.x, target.y]);
  }

  /** The next target to the left or to the right of where the cannon points. */
  aimBeside(side: 1 | -1): number | null {
    if (!this.muzzle) return null;
    const muzzle = this.muzzle;
    const off = prey(this.view(), this.seat(), this.gun)
      .map((piece) => ({ piece: piece.piece, by: turned(bearing(muzzle, [piece.x, piece.y]) - this.heading) * side }))
      .map(({ piece, by }) => ({ piece, by: by > 0.004 ? by : by + 2 * Math.PI }))
      .sort((a, b) => a.by - b.by)[0];
    if (off) this.aimAt(off.piece);
    return off?.piece ?? null;
  }

  /** Draw the plunger so far. */
  draw(pull: number): void {
    if (!this.muzzle) return;
    if (this.#began === null) {
      this.#began = this.#now = performance.now();
      this.cue.begin();
    }
    this.pull = Math.min(1, Math.max(0, pull));
  }

  /** Hold it, and it is drawn by and by. */
  hold(): void {
    this.draw(this.pull);
    this.#holding = true;
  }

  /** The clock goes on: the barrel sways, and a plunger that is held is drawn further. */
  tick(now: number): void {
    if (this.#began === null) return;
    if (this.#holding) {
      const drawn = this.pull + Math.max(0, now - this.#now) / WHOLE_PULL;
      this.pull = Math.max(this.pull, Math.min(this.planned ?? 1, drawn));
    }
    this.#now = now;
    if (this.ms > REST) this.letGo();
  }

  /** Let go: it fires. */
  release(): void {
    const { muzzle, gun, heading, pull } = this;
    this.#now = performance.now();
    const t_ms = this.ms;
    const aimed = this.aiming;
    this.letGo();
    if (!aimed || !muzzle || gun === null || pull < TOUCHED) return;
    this.planned = null;
    this.cue.fire({ move: "shoot", piece: gun, x: muzzle[0], y: muzzle[1], heading, pull, t_ms });
  }

  /** Put the plunger back gently: no shot. */
  letGo(): void {
    this.#began = null;
    this.#holding = false;
    this.pull = 0;
  }
}
