/** What a person likes, kept in this browser: language, day or night, tempo, sound, motion, patterns. */
import type { Tempo } from "$lib/tempo";

export type Language = "pl" | "en";
export type Theme = "day" | "night" | "system";
export type Motion = "full" | "reduced" | "system";

interface Liked {
  language: Language;
  theme: Theme;
  tempo: Tempo;
  sound: boolean;
  motion: Motion;
  patterns: boolean;
}

const KEY = "laguna.settings";

function understood(): Language {
  return navigator.languages.some((each) => each.toLowerCase().startsWith("pl")) ? "pl" : "en";
}

function kept(): Partial<Liked> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Liked>;
  } catch {
    return {}; // nothing that we wrote, or a browser that keeps nothing
  }
}

const asks = (query: string): MediaQueryList => matchMedia(query);

class Settings {
  language = $state<Language>("pl");
  theme = $state<Theme>("system");
  /** How briskly bots' moves and scenes follow each other; whether things move at all is `motion`. */
  tempo = $state<Tempo>("lively");
  sound = $state(true);
  motion = $state<Motion>("system");
  patterns = $state(true);
  #dark = $state(false);
  #prefersReduced = $state(false);

  constructor() {
    const liked: Liked = {
      language: understood(),
      theme: "system",
      tempo: "lively",
      sound: true,
      motion: "system",
      patterns: true,
      ...kept(),
    };
    Object.assign(this, liked);
    const dark = asks("(prefers-color-scheme: dark)");
    const reduced = asks("(prefers-reduced-motion: reduce)");
    this.#dark = dark.matches;
    this.#prefersReduced = reduced.matches;
    dark.addEventListener("change", () => (this.#dark = dark.matches));
    reduced.addEventListener("change", () => (this.#prefersReduced = reduced.matches));
  }

  /** Whether it is night on the page. */
  get night(): boolean {
    return this.theme === "night" || (this.theme === "system" && this.#dark);
  }

  /** Whether things should rather not move. */
  get reducedMotion(): boolean {
    return this.motion === "reduced" || (this.motion === "system" && this.#prefersReduced);
  }

  /** Show it on the page, and keep it. To be called in an effect. */
  apply(): void {
    const root = document.documentElement;
    root.lang = this.language;
    root.dataset["theme"] = this.night ? "night" : "day";
    root.dataset["motion"] = this.reducedMotion ? "reduced" : "full";
    root.dataset["patterns"] = String(this.patterns);
    const { language, theme, tempo, sound, motion, patterns } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, tempo, sound, motion, patterns } satisfies Liked));
    } catch {
      // a browser that keeps nothing: the page works all the same
    }
  }
}

export const settings = new Settings();
