/** Mouse and fingers on the chart: a hand takes hold of a piece, or else it moves the camera; two fingers pinch. */
import type { Attachment } from "svelte/attachments";

import type { Hands, Point } from "../picture";
import type { Camera } from "./camera.svelte";
import { closer, dragged, type Frame, limited, onTable } from "./sight";

const WHEEL = 0.0016;
/** A hand that goes less than this, in pixels, does not drag. */
const STILL = 5;

interface Pointed {
  readonly camera: Camera;
  readonly hands: () => Hands;
  readonly table: () => number;
  readonly find: (at: Point) => number | null;
  /** What the mouse is over. */
  readonly hover: (piece: number | null) => void;
}

export function pointing(pointed: Pointed): Attachment<SVGSVGElement> {
  return (svg) => {
    const pointer = new Pointing(svg, pointed);
    const controller = new AbortController();
    const { signal } = controller;
    svg.addEventListener("wheel", (event) => pointer.wheel(event), { signal, passive: false });
    svg.addEventListener("pointerdown", (event) => pointer.down(event), { signal });
    svg.addEventListener("pointermove", (event) => pointer.move(event), { signal });
    for (const end of ["pointerup", "pointercancel"] as const)
      svg.addEventListener(end, (event) => pointer.up(event), { signal });
    return () => {
      controller.abort();
      pointer.letGo();
    };
  };
}

class Pointing {
  /** The finger that holds a piece. */
  #holds: number | null = null;
  /** Fingers on the water: where each went down, and where it is. */
  #fingers = new Map<number, { readonly from: Point; readonly at: Point }>();
  #moved = false;

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly to: Pointed,
  ) {}

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const { camera, table } = this.to;
    camera.take(closer(camera.sight, Math.exp(-event.deltaY * WHEEL), this.#pixel(event), table(), this.#frame()));
  }

  down(event: PointerEvent): void {
    if (this.#holds !== null || (event.pointerType === "mouse" && event.button !== 0)) return;
    this.svg.setPointerCapture(event.pointerId);
    const pixel = this.#pixel(event);
    const at = this.#place(pixel);
    if (this.#fingers.size === 0) {
      this.#moved = false;
      if (this.to.hands().press(at, this.to.find(at), event.pointerType === "touch")) {
        this.#holds = event.pointerId;
        this.to.camera.held = true;
        return;
      }
    }
    this.#fingers.set(event.pointerId, { from: pixel, at: pixel });
  }

  move(event: PointerEvent): void {
    const pixel = this.#pixel(event);
    if (event.pointerId === this.#holds) return this.to.hands().move(this.#place(pixel));
    const finger = this.#fingers.get(event.pointerId);
    if (!finger) return this.to.hover(event.pointerType === "mouse" ? this.to.find(this.#place(pixel)) : null);
    if (this.#fingers.size === 1 && !this.#moved && apart(finger.from, pixel) < STILL) return;
    this.#moved = true;
    this.#fingers.set(event.pointerId, { ...finger, at: pixel });
    this.#drag(event.pointerId, finger.at, pixel);
  }

  up(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    if (event.pointerId === this.#holds) this.letGo();
  }

  letGo(): void {
    if (this.#holds === null) return;
    this.#holds = null;
    this.to.camera.held = false;
    this.to.hands().release();
  }

  /** One finger draws the table along, two also stretch it. */
  #drag(finger: number, from: Point, to: Point): void {
    const { camera, table } = this.to;
    const frame = this.#frame();
    const other = [...this.#fingers].find(([id]) => id !== finger)?.[1].at;
    const sight = other
      ? closer(camera.sight, apart(to, other) / Math.max(1, apart(from, other)), other, table(), frame)
      : dragged(camera.sight, frame, onTable(camera.sight, frame, from), to);
    camera.take(limited(sight, table(), frame));
  }

  #pixel(event: MouseEvent): Point {
    const { left, top } = this.svg.getBoundingClientRect();
    const zoom = this.#zoom();
    return [(event.clientX - left) / zoom, (event.clientY - top) / zoom];
  }

  #place(pixel: Point): Point {
    return onTable(this.to.camera.sight, this.#frame(), pixel);
  }

  #frame(): Frame {
    return { width: this.svg.clientWidth, height: this.svg.clientHeight };
  }

  /** On very large screens the page of a table is zoomed. */
  #zoom(): number {
    return this.svg.getBoundingClientRect().width / this.svg.clientWidth || 1;
  }
}

function apart(one: Point, other: Point): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
