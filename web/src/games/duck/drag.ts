/** Dragging with mouse, pen or finger. A press that hardly moves stays a click. */
import type { Attachment } from "svelte/attachments";

export interface Way {
  readonly dx: number;
  readonly dy: number;
  readonly x: number;
  readonly y: number;
}

interface Drag {
  /** Whether it may be dragged now. */
  readonly may: () => boolean;
  readonly moved?: (way: Way) => void;
  readonly dropped: (way: Way) => void;
}

const THRESHOLD = 8;

/** The element follows the pointer; where it is let go, `dropped` is told. */
export function draggable({ may, moved, dropped }: Drag): Attachment<HTMLElement> {
  return (node) => {
    let from: { id: number; x: number; y: number } | null = null;
    let dragging = false;

    const way = (event: PointerEvent): Way => ({
      dx: event.clientX - from!.x,
      dy: event.clientY - from!.y,
      x: event.clientX,
      y: event.clientY,
    });
    const move = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return;
      const now = way(event);
      if (!dragging && Math.hypot(now.dx, now.dy) < THRESHOLD) return;
      dragging = true;
      const zoom = node.currentCSSZoom ?? 1;
      node.style.translate = `${now.dx / zoom}px ${now.dy / zoom}px`;
      node.classList.add("dragged");
      moved?.(now);
    };
    const end = (event: PointerEvent): void => {
      if (!from || event.pointerId !== from.id) return;
      const now = way(event);
      const letGo = dragging && event.type === "pointerup";
      if (dragging) swallowClick();
      stop();
      if (letGo) dropped(now);
    };
    const stop = (): void => {
      from = null;
      dragging = false;
      node.style.translate = "";
      node.classList.remove("dragged");
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
    const begin = (event: PointerEvent): void => {
      if (event.button !== 0 || from || !may()) return;
      from = { id: event.pointerId, x: event.clientX, y: event.clientY };
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    };
    node.addEventListener("pointerdown", begin);
    return () => {
      node.removeEventListener("pointerdown", begin);
      stop();
    };
  };
}

/** The click that ends a drag means nothing. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
