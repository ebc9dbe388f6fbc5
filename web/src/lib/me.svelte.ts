/** Who one is here: a guest at once, the same in every tab. */
import { drop, get, patch, post } from "$lib/api";
import { common } from "$lib/words/common";
import type { Colour, Me } from "$lib/wire";

export const COLOURS: readonly Colour[] = ["coral", "sun", "sand", "palm", "lagoon", "sea", "night", "shell"];

class Myself {
  /** Undefined until the server has said; null: nobody yet. */
  me = $state.raw<Me | null | undefined>(undefined);
  #asking: Promise<Me | null> | null = null;
  #leaving = false;

  get id(): string | null {
    return this.me?.person.id ?? null;
  }

  /** Ask the server who one is, once. */
  async known(): Promise<Me | null> {
    this.#asking ??= get<Me | null>("/api/visitor").catch((problem: unknown) => {
      this.#asking = null; // who asks again, tries again
      throw problem;
    });
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
    this.me = me;
    return me;
  }

  async change(wanted: { name?: string; colour?: Colour }): Promise<void> {
    this.me = this.me ? await patch<Me>("/api/me", wanted) : await this.somebody(wanted.name, wanted.colour);
  }

  /** Be nobody in this browser any more. */
  async leave(): Promise<void> {
    this.#leaving = true;
    try {
      await drop("/api/me/session");
      await this.again();
    } finally {
      this.#leaving = false;
    }
  }

  /** The server closed the socket because the session is over. Whether one is nobody here now, without having left. */
  async ended(): Promise<boolean> {
    if (this.#leaving || !this.me) return false;
    await this.again();
    return this.me === null;
  }

  /** Something else made one somebody, or nobody. */
  async again(): Promise<void> {
    this.#asking = null;
    this.me = undefined;
    await this.known();
  }
}

export const myself = new Myself();
