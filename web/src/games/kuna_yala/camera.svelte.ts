/** How close a shoal is looked at, and which part of it: wheel, drag, two fingers, buttons. */
import type { Attachment } from "svelte/attachments";

const NEAREST = 4;
const FARTHEST = 1;
const WHEEL = 0.0016;
/** How far a finger goes, in pixels, to sweep one shoal away and the next in. */
const SWEEP = 56;
export const STEP = 1.4;

interface Point {
  readonly x: number;
  readonly y: number;
}

export class Camera {
  zoom = $state(1);
  /** How far the picture's middle is from the frame's, in pixels. */
  x = $state(0);
  y = $state(0);
  /** Whether the sea was dragged since it was last touched: then no click is meant. */
  dragged = false;
  #fingers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };

  get near(): boolean {
    return this.zoom > FARTHEST;
  }

  get nearest(): boolean {
    return this.zoom >= NEAREST;
  }

  /** Look closer by a factor, keeping what is at a point (measured from the frame's middle) where it is. */
  closer(factor: number, at: Point = { x: 0, y: 0 }): void {
    const zoom = Math.min(NEAREST, Math.max(FARTHEST, this.zoom * factor));
    const by = zoom / this.zoom;
    this.x = at.x - (at.x - this.x) * by;
    this.y = at.y - (at.y - this.y) * by;
    this.zoom = zoom;
    if (zoom === FARTHEST) this.x = this.y = 0;
  }

  wheel(turn: number, at: Point): void {
    this.closer(Math.exp(-turn * WHEEL), at);
  }

  down(finger: number, at: Point): void {
    if (this.#fingers.size === 0) {
      this.dragged = false;
      this.#start = at;
    }
    this.#fingers.set(finger, at);
  }

  /** A finger moved, in a frame of this size: one drags, two also pinch. */
  move(finger: number, at: Point, frame: { width: number; height: number }): void {
    const was = this.#fingers.get(finger);
    if (!was) return;
    const other = [...this.#fingers].find(([each]) => each !== finger)?.[1];
    if (!other && !this.dragged && Math.hypot(at.x - was.x, at.y - was.y) < 6) return;
    this.#fingers.set(finger, at);
    if (other) this.closer(apart(at, other) / Math.max(1, apart(was, other)), other);
    if (!this.near) return;
    this.dragged = true;
    const share = this.#fingers.size;
    this.x = within(this.x + (at.x - was.x) / share, (frame.width * this.zoom) / 2);
    this.y = within(this.y + (at.y - was.y) / share, (frame.height * this.zoom) / 2);
  }

  /** A finger is lifted. Which way it swept across a sea that is seen whole: 1 to the right, -1 to the left, else 0. */
  up(finger: number, at: Point): -1 | 0 | 1 {
    const alone = this.#fingers.size === 1;
    if (!this.#fingers.delete(finger) || !alone || this.near) return 0;
    const across = at.x - this.#start.x;
    if (Math.abs(across) < SWEEP || Math.abs(across) < 2 * Math.abs(at.y - this.#start.y)) return 0;
    this.dragged = true;
    return across > 0 ? 1 : -1;
  }

  reset(): void {
    this.zoom = 1;
    this.x = this.y = 0;
  }
}

/** Where the mouse or finger is, from the middle of a frame. */
export function offMiddle(frame: HTMLElement, event: MouseEvent): Point {
  const { left, top, width, height } = frame.getBoundingClientRect();
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
}

/** Let a frame be looked into with this camera. A drag is not taken for a click. */
export function lookedThrough(camera: Camera, swept: (way: -1 | 1) => void): Attachment<HTMLElement> {
  return (frame) => {
    const { signal, abort } = listening();
    frame.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        camera.wheel(event.deltaY, offMiddle(frame, event));
      },
      { signal, passive: false },
    );
    frame.addEventListener("pointerdown", (event) => camera.down(event.pointerId, offMiddle(frame, event)), { signal });
    frame.addEventListener(
      "pointermove",
      (event) => {
        camera.move(event.pointerId, offMiddle(frame, event), frame.getBoundingClientRect());
        if (camera.dragged && event.buttons) frame.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
      frame.addEventListener(
        end,
        (event) => {
          const way = camera.up(event.pointerId, offMiddle(frame, event));
          if (way && event.pointerType === "touch") swept(way);
        },
        { signal },
      );
    }
    frame.addEventListener(
      "click",
      (event) => {
        if (camera.dragged) event.stopPropagation();
      },
      { signal, capture: true },
    );
    return abort;
  };
}

function listening(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
