/** What is read aloud of the game: the sentences of events, the last ones together, so that none is cut off. */
class Announcer {
  text = $state("");
  #said: string[] = [];

  say(sentence: string): void {
    this.#said = [...this.#said.slice(-3), sentence];
    this.text = this.#said.join(" ");
  }

  /** Somebody else sits here now: what was said was not for them. */
  hush(): void {
    this.#said = [];
    this.text = "";
  }
}

export const announcer = new Announcer();
