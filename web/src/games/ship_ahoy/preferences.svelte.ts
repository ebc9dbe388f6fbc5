/** How one likes to see and hear this table, kept in this browser. */
const KEY = "laguna.ship_ahoy";

interface Liked {
  drawing: "diorama" | "chart";
  guided: boolean;
}

function kept(): Partial<Liked> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Liked>;
  } catch {
    return {}; // nothing that we wrote, or a browser that keeps nothing
  }
}

class Liking {
  #liked = $state<Liked>({ drawing: "diorama", guided: false, ...kept() });
  /** Whether this browser can draw the diorama at all. */
  #able = $state(true);

  get drawing(): Liked["drawing"] {
    return this.#able ? this.#liked.drawing : "chart";
  }

  set drawing(drawing: Liked["drawing"]) {
    this.#able = true;
    this.#keep({ drawing });
  }

  get guided(): boolean {
    return this.#liked.guided;
  }

  set guided(guided: boolean) {
    this.#keep({ guided });
  }

  /** The diorama cannot be drawn here: the chart is shown, whatever one likes. */
  unable(): void {
    this.#able = false;
  }

  #keep(change: Partial<Liked>): void {
    this.#liked = { ...this.#liked, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#liked));
    } catch {
      // a browser that keeps nothing: liked until the page is left
    }
  }
}

export const liking = new Liking();
