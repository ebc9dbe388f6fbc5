/** Hands on the water: a tap, a tile that is dragged, a line that is drawn. Mouse, pen and finger alike. */
import type { Attachment } from "svelte/attachments";

import type { Point } from "./lasso";
import type { TileKey } from "./tiles";

export interface Hands {
  /** The tile that lies there, if any may be touched now. */
  tileAt(point: Point): TileKey | null;
  tapped(tile: TileKey): void;
  dragged(tile: TileKey, by: Point): void;
  dropped(tile: TileKey, at: Point): void;
  drawing(line: readonly Point[]): void;
  drawn(line: readonly Point[]): void;
  /** Nothing is held any more, and nothing came of it. */
  released(): void;
}

/** So far a finger may tremble and still tap. */
const TREMBLE = 8;

/** Watch the hands on an element. Whatever else lies on it may be pressed as well. */
export function gestures(hands: Hands): Attachment<HTMLElement> {
  return (water) => {
    let from: Point | null = null;
    let tile: TileKey | null = null;
    let line: Point[] | null = null;
    let moving = false;

    const at = (event: PointerEvent): Point => {
      const box = water.getBoundingClientRect();
      const zoom = box.width / water.offsetWidth || 1; // very large windows are zoomed
      return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
    };
    const down = (event: PointerEvent): void => {
      if (!event.isPrimary || event.button !== 0) return;
      from = at(event);
      tile = hands.tileAt(from);
      line = [from];
      moving = false;
    };
    const move = (event: PointerEvent): void => {
      if (!from || !line || !event.isPrimary) return;
      const point = at(event);
      if (!moving && Math.hypot(point.x - from.x, point.y - from.y) < TREMBLE) return;
      if (!moving) water.setPointerCapture(event.pointerId);
      moving = true;
      if (tile) hands.dragged(tile, { x: point.x - from.x, y: point.y - from.y });
      else hands.drawing((line = [...line, point]));
    };
    const up = (event: PointerEvent): void => {
      if (!from || !line || !event.isPrimary) return;
      if (!moving && tile) hands.tapped(tile);
      else if (moving && tile) hands.dropped(tile, at(event));
      else if (moving) hands.drawn(line);
      from = null;
      hands.released();
    };
    const lost = (): void => {
      from = null;
      hands.released();
    };

    water.addEventListener("pointerdown", down);
    water.addEventListener("pointermove", move);
    water.addEventListener("pointerup", up);
    water.addEventListener("pointercancel", lost);
    return () => {
      water.removeEventListener("pointerdown", down);
      water.removeEventListener("pointermove", move);
      water.removeEventListener("pointerup", up);
      water.removeEventListener("pointercancel", lost);
    };
  };
}
