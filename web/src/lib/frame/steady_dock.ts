/** The dock keeps its height from question to question, so that the table above it never jumps. */

/** How high the dock has been, of which game in which window. Of another window nothing is known any more. */
let highest = { where: "", px: 0 };
/** A dock keeps no more than this part of the window, or than a game says in `--dock-most` of its dock. */
const MOST = 0.42;
/** Less than this comes of how lengths are rounded, and would make it creep upwards. */
const HAIR_PX = 0.05;

/**
 * Keeps a page's dock as high as it has been in this window, for this game: it may grow, and does not shrink again.
 * What it has to keep is in `--dock-height` of the page.
 */
export function steadyDock(game: string): (page: HTMLElement) => () => void {
  return (page) => {
    const resized = new ResizeObserver(keep);
    const changed = new MutationObserver(watch);

    function keep(): void {
      const dock = page.querySelector<HTMLElement>(":scope > .dock");
      if (!dock) return;
      const where = `${game} ${innerWidth} × ${innerHeight}`;
      if (where !== highest.where) {
        page.style.removeProperty("--dock-height"); // else what is measured is as high as the last window's dock
        highest = { where, px: 0 };
      }
      const zoom = (dock as { currentCSSZoom?: number }).currentCSSZoom ?? 1; // boxes are measured as they are seen
      const most = parseFloat(getComputedStyle(dock).getPropertyValue("--dock-most")) || MOST;
      const now = Math.min(dock.getBoundingClientRect().height, most * innerHeight) / zoom;
      // Up to a whole pixel: a dock that is half a pixel higher for one question than for another moves the table.
      highest = { where, px: Math.max(highest.px, Math.ceil(now - HAIR_PX)) };
      page.style.setProperty("--dock-height", `${highest.px}px`);
    }

    /** A game may draw its dock anew for another question. */
    function watch(): void {
      resized.disconnect();
      resized.observe(page);
      const dock = page.querySelector(":scope > .dock");
      if (dock) resized.observe(dock);
    }

    watch();
    keep();
    changed.observe(page, { childList: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  };
}
