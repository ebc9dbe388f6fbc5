/** What hands do on the canvas: take hold of something on the table, or move the camera. */
import type { Hands } from "../picture";
import type { Stage } from "./stage";

interface Finger {
  x: number;
  y: number;
}

export class Touch {
  readonly #fingers = new Map<number, Finger>();
  /** The finger that holds something on the table. */
  #holding: number | null = null;
  #panning = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly stage: Stage,
    private readonly hands: () => Hands,
    /** Told of the piece that a mouse is over. */
    private readonly hover: (piece: number | null) => void,
  ) {
    canvas.addEventListener("pointerdown", this.#down);
    canvas.addEventListener("pointermove", this.#move);
    canvas.addEventListener("pointerup", this.#up);
    canvas.addEventListener("pointercancel", this.#up);
    canvas.addEventListener("pointerleave", this.#leave);
    canvas.addEventListener("wheel", this.#wheel, { passive: false });
    canvas.addEventListener("contextmenu", this.#menu);
  }

  dispose(): void {
    const { canvas } = this;
    canvas.removeEventListener("pointerdown", this.#down);
    canvas.removeEventListener("pointermove", this.#move);
    canvas.removeEventListener("pointerup", this.#up);
    canvas.removeEventListener("pointercancel", this.#up);
    canvas.removeEventListener("pointerleave", this.#leave);
    canvas.removeEventListener("wheel", this.#wheel);
    canvas.removeEventListener("contextmenu", this.#menu);
  }

  readonly #leave = (): void => this.hover(null);
  readonly #menu = (event: Event): void => event.preventDefault();

  readonly #down = (event: PointerEvent): void => {
    const finger = this.#where(event);
    this.canvas.setPointerCapture(event.pointerId);
    this.#fingers.set(event.pointerId, finger);
    this.#panning = event.button === 2 || event.button === 1 || event.shiftKey;
    if (this.#holding !== null || this.#fingers.size > 1 || this.#panning) return;
    const at = this.stage.pointAt(finger.x, finger.y);
    const piece = this.stage.pieceAt(finger.x, finger.y);
    if (this.hands().press(at, piece, event.pointerType === "touch")) this.#holding = event.pointerId;
  };

  readonly #move = (event: PointerEvent): void => {
    const finger = this.#fingers.get(event.pointerId);
    const now = this.#where(event);
    if (!finger) {
      if (event.pointerType === "mouse") this.hover(this.stage.pieceAt(now.x, now.y));
      return;
    }
    if (this.#holding === event.pointerId) this.hands().move(this.stage.pointAt(now.x, now.y));
    else if (this.#holding === null) this.#steer(event.pointerId, finger, now);
    Object.assign(finger, now);
  };

  readonly #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    if (this.#holding !== event.pointerId) return;
    this.#holding = null;
    this.hands().release();
  };

  readonly #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const { x, y } = this.#where(event);
    this.stage.rig.zoom(Math.exp(-0.0016 * lines * event.deltaY), this.stage.pointAt(x, y));
    this.stage.draw();
  };

  /** One finger turns the table, two draw it along and pinch it. */
  #steer(moved: number, from: Finger, to: Finger): void {
    const { rig } = this.stage;
    const other = [...this.#fingers].find(([finger]) => finger !== moved)?.[1];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (other) {
      rig.pan(dx / 2, dy / 2);
      const [before, after] = [from, to].map(({ x, y }) => Math.max(20, Math.hypot(x - other.x, y - other.y)));
      rig.zoom(after! / before!);
    } else if (this.#panning) rig.pan(dx, dy);
    else rig.orbit(dx, dy);
    this.stage.draw();
  }

  #where(event: MouseEvent): Finger {
    const { left, top } = this.canvas.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
