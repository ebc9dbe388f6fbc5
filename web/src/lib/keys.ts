/** For whom a key is, where somebody listens to every key of the page. */

/** Whoever has the focus here writes or chooses, or is in what lies over the page. */
const TAKES_ALL = "input, textarea, select, dialog, [contenteditable]:not([contenteditable=false])";
/** Space and Enter press it, where it has the focus. */
const PRESSED = "button, a, summary, [role=button], [role=slider]";

/**
 * Whether a key is meant for something else than what listens to the whole page: for the browser (with Ctrl, Alt or
 * Meta), for what has used it already (`preventDefault`), for the field where it was pressed, or for an open dialog;
 * Space and Enter also for a button, link or summary that has the focus, unless that matches the selector `but`.
 */
export function meantElsewhere(event: KeyboardEvent, but?: string): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  // A press beside the buttons of a dialog leaves the focus with the page that lies below it.
  if (document.querySelector("dialog[open]")) return true;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest(TAKES_ALL)) return true;
  if (event.key !== "Enter" && event.key !== " ") return false;
  return Boolean(at?.closest(PRESSED)) && !(but && at?.closest(but));
}
