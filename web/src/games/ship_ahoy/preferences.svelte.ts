/** How one prefers to see and hear this table, and how richly this device can draw it; kept in this browser. */
import { LEVELS, plainer } from "./graphics";

const KEY = "laguna.ship_ahoy";

interface Preferred {
  drawing: "diorama" | "chart";
  guided: boolean;
  /** How richly the diorama is drawn: an index of `LEVELS`. */
  level: number;
  /** The chart was offered once, because even the plainest diorama is slow here. */
  offered: boolean;
}

function kept(): Partial<Preferred> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferred>;
  } catch {
    return {}; // nothing that we wrote, or a browser that keeps nothing
  }
}

class Preferences {
  #preferred = $state<Preferred>({ drawing: "diorama", guided: false, level: 0, offered: false, ...kept() });
  /** Whether this browser can draw the diorama at all. */
  #able = $state(true);
  /** Whether the chart is offered now. */
  offering = $state(false);

  get drawing(): Preferred["drawing"] {
    return this.#able ? this.#preferred.drawing : "chart";
  }

  set drawing(drawing: Preferred["drawing"]) {
    this.#able = true;
    this.offering = false;
    this.#keep({ drawing });
  }

  get level(): number {
    return Math.min(LEVELS.length - 1, Math.max(0, this.#preferred.level));
  }

  /** Draw the diorama as richly as it gets, and see anew how this device bears it. */
  enrich(): void {
    this.offering = false;
    this.#keep({ level: 0, offered: false });
  }

  /** Frames stay slow, with this median: draw less, or else offer the chart, once. */
  slowed(frameMs: number): void {
    const level = plainer(this.level, frameMs);
    if (level !== null) this.#keep({ level });
    else if (!this.#preferred.offered) {
      this.offering = true;
      this.#keep({ offered: true });
    }
  }

  get guided(): boolean {
    return this.#preferred.guided;
  }

  set guided(guided: boolean) {
    this.#keep({ guided });
  }

  /** The diorama cannot be drawn here: the chart is shown, whatever one prefers. */
  unable(): void {
    this.#able = false;
  }

  #keep(change: Partial<Preferred>): void {
    this.#preferred = { ...this.#preferred, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#preferred));
    } catch {
      // a browser that keeps nothing: preferred until the page is left
    }
  }
}

export const preferences = new Preferences();
