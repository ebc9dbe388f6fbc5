/** How one prefers to see and hear this table, kept in this browser. */
const KEY = "laguna.ship_ahoy";

interface Preferred {
  drawing: "diorama" | "chart";
  guided: boolean;
}

function kept(): Partial<Preferred> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferred>;
  } catch {
    return {}; // nothing that we wrote, or a browser that keeps nothing
  }
}

class Preferences {
  #preferred = $state<Preferred>({ drawing: "diorama", guided: false, ...kept() });
  /** Whether this browser can draw the diorama at all. */
  #able = $state(true);

  get drawing(): Preferred["drawing"] {
    return this.#able ? this.#preferred.drawing : "chart";
  }

  set drawing(drawing: Preferred["drawing"]) {
    this.#able = true;
    this.#keep({ drawing });
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
