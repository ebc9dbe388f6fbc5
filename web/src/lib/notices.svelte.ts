/** Short notices at the edge of the page: something went wrong, something was done. They go by themselves. */
import { toldOf } from "$lib/api";

export interface Notice {
  readonly number: number;
  readonly text: string;
  readonly kind: "good" | "bad" | "turn";
  /** Where it leads. */
  readonly href?: string;
}

const SECONDS = 6;

class Notices {
  shown = $state.raw<readonly Notice[]>([]);
  #number = 0;

  say(text: string, kind: Notice["kind"] = "good", href?: string): void {
    if (this.shown.some((notice) => notice.text === text)) return;
    const notice: Notice = { number: ++this.#number, text, kind, ...(href === undefined ? {} : { href }) };
    this.shown = [...this.shown, notice];
    setTimeout(() => this.drop(notice.number), 1000 * SECONDS);
  }

  drop(number: number): void {
    this.shown = this.shown.filter((notice) => notice.number !== number);
  }

  /** Do something that may fail, and say so if it does; undefined then. */
  async trying<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (problem) {
      this.say(toldOf(problem), "bad");
      return undefined;
    }
  }
}

export const notices = new Notices();
