/** A double click on a button at the table that goes away does not reach what lies below it. */

/** For how long, and how near to the first click, a second one counts as its echo. */
const ECHO_MS = 400;
const ECHO_PX = 32;

interface Pressed {
  readonly button: Element;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Whether a press where this button was pressed would still meet it. It would not, too, if the button is hidden, moved
 * away, on its way out or covered; a disabled one is there.
 */
function isThere({ button, x, y }: Pressed): boolean {
  return button.isConnected && button.contains(document.elementFromPoint(x, y));
}

/**
 * Swallow every press that follows another one at the same place within `ECHO_MS`, if the button that was pressed is
 * not there any more: who presses the neighbour of one that is there means the neighbour. Keys are not meant: they go
 * where the focus is. Returns the function that ends it.
 */
export function guardClicks(): () => void {
  let last: Pressed | null = null;
  /** Whether the press that is under way was swallowed: then so is its click, however late. */
  let swallowing = false;

  function isEcho(event: MouseEvent): boolean {
    if (!last || event.timeStamp - last.at > ECHO_MS) return false;
    if (Math.hypot(event.clientX - last.x, event.clientY - last.y) > ECHO_PX) return false;
    if (event.target instanceof Node && last.button.contains(event.target)) return false;
    return !isThere(last);
  }

  function swallow(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
  }

  function down(event: PointerEvent): void {
    swallowing = isEcho(event);
    if (swallowing) swallow(event);
  }

  function clicked(event: MouseEvent): void {
    if (event.detail === 0) return;
    if (swallowing || isEcho(event)) {
      swallowing = false;
      swallow(event);
      return;
    }
    const button = event.target instanceof Element ? event.target.closest(".table-page button") : null;
    last = button && { button, at: event.timeStamp, x: event.clientX, y: event.clientY };
  }

  addEventListener("pointerdown", down, { capture: true });
  addEventListener("click", clicked, { capture: true });
  return () => {
    removeEventListener("pointerdown", down, { capture: true });
    removeEventListener("click", clicked, { capture: true });
  };
}
