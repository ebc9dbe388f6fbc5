/** The dock keeps its height from question to question, so that the table above it never jumps. */

/** How high the docks of each game have been, by game and window. */
const highest = new Map<string, number>();
/** A dock keeps no more than this part of the window, or than a game says in `--dock-most` of its dock. */
const MOST = 0.42;

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
      const window = `${game} ${innerWidth} × ${innerHeight}`;
      const zoom = (dock as { currentCSSZoom?: number }).currentCSSZoom ?? 1; // boxes are measured as they are seen
      const most = parseFloat(getComputedStyle(dock).getPropertyValue("--dock-most")) || MOST;
      const now = Math.min(dock.getBoundingClientRect().height, most * innerHeight) / zoom;
      const height = Math.max(highest.get(window) ?? 0, Math.floor(now));
      highest.set(window, height);
      page.style.setProperty("--dock-height", `${height}px`);
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
