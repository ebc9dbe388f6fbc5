/** A finished game for others. The link is made when somebody wants it, since it opens the game to whoever has it. */
import { words } from "./words";
import { post } from "$lib/api";
import { catalogue } from "$lib/catalogue.svelte";
import { copy } from "$lib/clipboard";
import { notices } from "$lib/notices.svelte";
import type { Language } from "$lib/settings.svelte";
import type { ResultLink } from "$lib/wire";

export class ResultShare {
  /** Where the picture is, for those at the table. */
  readonly path: string;
  /** The picture, as a page may show it; undefined as long as it is on its way, null: there is none. */
  picture = $state.raw<string | null | undefined>();
  #file: File | null = null;
  #fetched: Promise<void> | null = null;
  #link: Promise<string> | null = null;

  constructor(
    private readonly table: string,
    private readonly game: string,
    private readonly language: Language,
  ) {
    this.path = `/api/tables/${table}/picture?lang=${language}`;
  }

  /** Whether the device has a way of sharing of its own. */
  get canShare(): boolean {
    return "share" in navigator;
  }

  /** Have the picture at hand, fetched once: to be seen, and since a browser shares a file only right after a press. */
  fetchPicture(): Promise<void> {
    this.#fetched ??= this.#fetch().catch(() => {
      this.picture = null; // then the link goes alone
      this.#fetched = null; // and who opens the sheet again tries again
    });
    return this.#fetched;
  }

  async #fetch(): Promise<void> {
    const answer = await fetch(this.path);
    if (!answer.ok) throw new Error(answer.statusText);
    this.#file = new File([await answer.arrayBuffer()], "laguna.png", { type: "image/png" });
    this.picture = await asAddress(this.#file);
  }

  /** Send link and sentence, with the picture where the device takes one. */
  async share(text: string): Promise<void> {
    const url = await this.link();
    const title = `Laguna: ${catalogue.title(this.game)}`;
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
    this.#link ??= post<ResultLink>(`/api/tables/${this.table}/share`)
      .then(({ url }) => `${url}&lang=${this.language}`)
      .catch((problem: unknown) => {
        this.#link = null; // who asks again, tries again
        throw problem;
      });
    return this.#link;
  }
}

/** A file as an address with all of it inside: what the pages may show beside the server's own pictures. */
function asAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(file);
  });
}
