/** Who one is here: a guest at once, the same in every tab. */
import { get, patch, post, Problem } from "$lib/api";
import { common } from "$lib/words/common";
import type { Colour, Me } from "$lib/wire";

export const COLOURS: readonly Colour[] = ["coral", "sun", "sand", "palm", "lagoon", "sea", "night", "shell"];

/** Set once this browser is somebody: a newcomer's browser need not ask, only to be told that nobody is there. */
const KNOWN = "laguna.known";

function remembered(): boolean {
  try {
    return localStorage.getItem(KNOWN) !== null;
  } catch {
    return true; // a browser that keeps nothing of ours may still keep the cookie
  }
}

function remember(known: boolean): void {
  try {
    if (known) localStorage.setItem(KNOWN, "1");
    else localStorage.removeItem(KNOWN);
  } catch {
    // then it asks every time
  }
}

class Myself {
  /** Undefined until the server has said; null: nobody yet. */
  me = $state.raw<Me | null | undefined>(undefined);
  #asking: Promise<Me | null> | null = null;

  get id(): string | null {
    return this.me?.person.id ?? null;
  }

  /** Ask the server who one is, once. */
  async known(): Promise<Me | null> {
    this.#asking ??= remembered() ? this.#ask() : Promise.resolve(null);
    const told = await this.#asking;
    if (this.me === undefined) this.me = told;
    return this.me ?? null;
  }

  /** Be somebody: a guest with the usual name, if one was nobody. */
  async somebody(name?: string, colour?: Colour): Promise<Me> {
    const known = await this.known();
    if (known) return known;
    const some = COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? "coral";
    const me = await post<Me>("/api/me", { name: name ?? common().guest, colour: colour ?? some });
    remember(true);
    this.me = me;
    return me;
  }

  async change(wanted: { name?: string; colour?: Colour }): Promise<void> {
    this.me = this.me ? await patch<Me>("/api/me", wanted) : await this.somebody(wanted.name, wanted.colour);
  }

  /** Something else made one somebody, or nobody. */
  async again(): Promise<void> {
    this.#asking = this.#ask();
    this.me = undefined;
    await this.known();
  }

  async #ask(): Promise<Me | null> {
    try {
      const me = await get<Me>("/api/me");
      remember(true);
      return me;
    } catch (problem) {
      if (problem instanceof Problem && problem.code === "who_are_you") {
        remember(false);
        return null;
      }
      this.#asking = null;
      throw problem;
    }
  }
}

export const myself = new Myself();
