/** How richly the diorama is drawn: less and less of it on a device where frames stay slow. Pure reckoning. */

export interface Graphics {
  /** At most so many pixels drawn to one of the page, along each side. */
  readonly pixels: number;
  /** Whether edges and slanted prints are smoothed. */
  readonly smooth: boolean;
  readonly shadows: boolean;
  /** Whether light plays on the water and the table stands over a floor; else the water is one flat print. */
  readonly water: boolean;
}

/** From the richest to the plainest: resolution falls first, then the shadows go, then the light on the water. */
export const LEVELS: readonly Graphics[] = [
  { pixels: 2, smooth: true, shadows: true, water: true },
  { pixels: 1, smooth: false, shadows: true, water: true },
  { pixels: 0.75, smooth: false, shadows: true, water: true },
  { pixels: 0.5, smooth: false, shadows: true, water: true },
  { pixels: 0.5, smooth: false, shadows: false, water: true },
  { pixels: 0.5, smooth: false, shadows: false, water: false },
];
/** The first level of the lowest resolution. */
const COARSEST = LEVELS.findIndex(({ pixels }) => pixels === LEVELS.at(-1)!.pixels);

/** A frame that takes longer is slow. */
export const SLOW_FRAME_MS = 40;
/** For so long frames have to stay slow, counting only the time in which something was drawn. */
export const SLOW_FOR_MS = 2000;
/** The same in frames, where each of them takes that long. */
const SLOW_FOR_FRAMES = 5;
/** Nothing takes so long to draw: the page was away. */
const AWAY_MS = 3000;
/** The first frames of a stage wait for its shaders and prints. */
const WARMING_FRAMES = 4;

/** The next plainer level for frames of this length; null: there is none. Very slow ones leave steps out. */
export function plainer(level: number, frameMs: number): number | null {
  if (level < COARSEST && frameMs > 2 * SLOW_FRAME_MS) return COARSEST;
  return level + 1 < LEVELS.length ? level + 1 : null;
}

/** Watches how long frames take, and says when they have stayed slow for too long. */
export class FrameGovernor {
  #warming = WARMING_FRAMES;
  #frames: number[] = [];
  #drawnMs = 0;

  /**
   * So long after a frame was drawn, the next one could be. Whether frames are slow is said once, by their median, and
   * then they are watched afresh; null: they are not, or it is too early to tell.
   */
  note(frameMs: number): number | null {
    if (frameMs > AWAY_MS) return null;
    if (this.#warming > 0) {
      this.#warming -= 1;
      return null;
    }
    this.#frames.push(frameMs);
    this.#drawnMs += frameMs;
    if (this.#drawnMs < SLOW_FOR_MS || this.#frames.length < SLOW_FOR_FRAMES) return null;
    const median = this.#frames.toSorted((a, b) => a - b)[this.#frames.length >> 1]!;
    if (median > SLOW_FRAME_MS) {
      this.restart();
      return median;
    }
    while (this.#frames.length > SLOW_FOR_FRAMES && this.#drawnMs - this.#frames[0]! >= SLOW_FOR_MS)
      this.#drawnMs -= this.#frames.shift()!;
    return null;
  }

  /** What is drawn has changed: what was measured before tells nothing of it. */
  restart(): void {
    this.#warming = WARMING_FRAMES;
    this.#frames = [];
    this.#drawnMs = 0;
  }
}
