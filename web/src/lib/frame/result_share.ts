/** A finished game for others. The link is made when somebody wants it, since it opens the game to whoever has it. */
import { words } from "./words";
import { post } from "$lib/api";
import { catalogue } from "$lib/catalogue.svelte";
import { copy } from "$lib/clipboard";
import { notices } from "$lib/notices.svelte";
import type { Language } from "$lib/settings.svelte";
import type { GameTypes, ResultLink, TableCard } from "$lib/wire";

export class ResultShare {
  /** Where the picture is, for those at the table. */
  readonly picture: string;
  #file: File | null = null;
  #link: Promise<string> | null = null;

  constructor(
    private readonly card: TableCard<GameTypes>,
    private readonly language: Language,
  ) {
    this.picture = `/api/tables/${card.id}/picture?lang=${language}`;
  }

  /** Whether the device has a way of sharing of its own. */
  get canShare(): boolean {
    return "share" in navigator;
  }

  /** Have the picture at hand: a browser shares a file only right after a press. */
  async fetchPicture(): Promise<void> {
    const answer = await fetch(this.picture).catch(() => null);
    if (!answer?.ok) return; // then the link goes alone
    this.#file = new File([await answer.blob()], "laguna.png", { type: "image/png" });
  }

  /** Send link and sentence, with the picture where the device takes one. */
  async share(text: string): Promise<void> {
    const url = await this.link();
    const title = `Laguna: ${catalogue.title(this.card.game)}`;
    const files = this.#file ? [this.#file] : [];
    const whole = { title, text, url, files };
    const sent = files.length && navigator.canShare?.(whole) ? whole : { title, text, url };
    try {
      await navigator.share(sent);
    } catch (problem) {
      if (!(problem instanceof DOMException && problem.name === "AbortError")) await this.copyLink();
    }
  }

  async copyLink(): Promise<void> {
    await copy(await this.link());
    notices.say(words().shared);
  }

  /** The link by which anybody may watch the game, made once; it speaks the language of whoever shares it. */
  link(): Promise<string> {
    this.#link ??= post<ResultLink>(`/api/tables/${this.card.id}/share`)
      .then(({ url }) => `${url}&lang=${this.language}`)
      .catch((problem: unknown) => {
        this.#link = null; // who asks again, tries again
        throw problem;
      });
    return this.#link;
  }
}
