/**
 * Sentences about a game, from the server's words: the same templates as in the terminal.
 *
 * In a template `{field}` is a fact, `{field.form}` its name in a grammatical form, `{count:one|few|many}` the noun
 * that agrees with a number. See `laguna.core.words`.
 */
import { english, polish } from "$lib/words/dictionary";
import type { TieBreak } from "$lib/wire";
import type { Language } from "$lib/settings.svelte";

type Table = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, Table>>;
type Facts = Readonly<Record<string, unknown>>;

/** How to tell what has no sentence: by its name and its facts. */
export type Plainly = (sentences: Sentences, name: string, facts: Facts) => string;

const SLOT = /\{(\w+)(?:\.(\w+))?(?::([^}]*))?\}/g;
const sheets = new Map<string, Promise<Tables>>();

function fetched(path: string): Promise<Tables> {
  const known = sheets.get(path);
  if (known) return known;
  const sheet = fetch(path).then((answer) => {
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer.json() as Promise<Tables>;
  });
  sheet.catch(() => sheets.delete(path)); // the next who wants it tries again
  sheets.set(path, sheet);
  return sheet;
}

/** The words of a game. */
export async function sentencesOf(game: string, language: Language): Promise<Sentences> {
  return new Sentences(language, await fetched(`/api/games/${game}/words/${language}`));
}

export class Sentences {
  constructor(
    readonly language: Language,
    readonly tables: Tables,
    /** What the seats are called. */
    readonly players: readonly string[] = [],
    /** How to tell what has no sentence; without, there has to be one. */
    readonly plainly?: Plainly,
  ) {}

  /** The same words, about these players. */
  about(players: readonly string[], plainly = this.plainly): Sentences {
    return new Sentences(this.language, this.tables, players, plainly);
  }

  has(section: string, key: string): boolean {
    return typeof this.tables[section]?.[key] === "string";
  }

  say(section: string, key: string, facts: Facts = {}): string {
    const template = this.tables[section]?.[key];
    if (typeof template === "string") return this.fill(template, facts);
    if (this.plainly) return this.plainly(this, key, facts);
    throw new Error(`There is no sentence “${section}.${key}”.`);
  }

  /** What happened. An event with a part left out has a sentence of its own, `…_hidden`. */
  event(event: { readonly event: string }): string {
    const hidden = `${event.event}_hidden`;
    const partly = Object.values(event as Facts).includes(null) && this.has("events", hidden);
    return capital(this.say("events", partly ? hidden : event.event, event));
  }

  /** What a move is called among the choices. */
  move(move: { readonly move: string }): string {
    return capital(this.say("moves", move.move, move));
  }

  /** A move as people speak of it afterwards: with what it was about, or else by its own sentence. */
  told(told: { readonly says: string } | null, move: { readonly move: string }): string {
    return told ? this.hint(told) : this.say("moves", move.move, move);
  }

  ask(about: string, seat: number): string {
    return this.say("asks", about, { seat });
  }

  reason(name: string): string {
    return this.has("reasons", name) ? this.say("reasons", name) : name;
  }

  hint(saying: { readonly says: string }): string {
    return this.say("hints", saying.says, saying);
  }

  /** A sentence of a story. To whoever it is about, one of the seats `mine`, it is told as their own. */
  highlight(told: { readonly tells: string; readonly seat?: unknown }, mine: readonly number[] = []): string {
    const own = typeof told.seat === "number" && mine.includes(told.seat) ? "_you" : "";
    return capital(this.say("story", `${told.tells}${own}`, told));
  }

  part(name: string): string {
    return this.say("parts", name);
  }

  /** What decided between equal points; `counts` says how many of it each had. */
  tieBreak({ what, rule }: TieBreak, counts: readonly string[]): string {
    return this.say("tie_breaks", what, { rule, counts });
  }

  /** The label and the sentence of an option. */
  option(name: string): { label: string; help: string } {
    const found = this.tables["options"]?.[name] as { label?: string; help?: string } | undefined;
    return { label: found?.label ?? name, help: found?.help ?? "" };
  }

  /** That an option names this seat: the option's own sentence `said`, else its label before the name. */
  chosenSeat(name: string, seat: number): string {
    const { said } = (this.tables["options"]?.[name] ?? {}) as { said?: string };
    return this.fill(said ?? `${this.option(name).label}: {seat}.`, { seat });
  }

  fill(template: string, facts: Facts): string {
    return template.replace(SLOT, (_, field: string, form?: string, nouns?: string) =>
      nouns === undefined ? this.name(field, facts[field], form) : this.noun(nouns, Number(facts[field])),
    );
  }

  /** As what a field's values are called: as its own, or as another's; a seat's as players. */
  like(field: string): string {
    const like = this.tables["like"]?.[field];
    return typeof like === "string" ? like : field;
  }

  /** What a fact is called: a player, a piece, a card, a list of them; else the value itself. */
  name(of: string, value: unknown, form?: string): string {
    const field = this.like(of);
    if (Array.isArray(value)) return this.listed(value.map((each) => this.name(field, each, form)));
    if (value !== null && typeof value === "object") return this.structure(field, value as Facts, form);
    if (field === "seat" && typeof value === "number") {
      return this.players[value] ?? this.say("names", "seat", { number: value + 1 });
    }
    const known = formsOf(field, form)
      .map((each) => this.tables["names"]?.[each])
      .find((each) => each !== undefined);
    if (Array.isArray(known) && typeof value === "number") return String(known[value]);
    if (known !== null && typeof known === "object") {
      const called = known as Record<string, string>;
      return (called[String(value).toLowerCase()] ?? called["else"] ?? "{value}").replace("{value}", String(value));
    }
    return String(value);
  }

  /** Names in a row: a, b and c. */
  listed(names: readonly string[]): string {
    if (names.length < 2) return names.join("");
    return `${names.slice(0, -1).join(", ")} ${this.say("common", "and")} ${names.at(-1)}`;
  }

  /** A card, a tile, a player: its kind is named in it, or it is the first whose template has all its facts here. */
  private structure(field: string, value: Facts, form?: string): string {
    const kinds = [value["card"], value["tile"], field, "card", "player"]
      .filter((kind) => typeof kind === "string")
      .flatMap((kind) => formsOf(kind, form));
    const names = this.tables["names"] ?? {};
    const kind = kinds.find(
      (each) =>
        this.has("names", each) && [...String(names[each]).matchAll(SLOT)].every(([, fact]) => String(fact) in value),
    );
    return kind ? this.say("names", kind, value) : "";
  }

  private noun(nouns: string, count: number): string {
    const [one = "", few = "", many = few] = nouns.split("|");
    return this.language === "pl" ? polish(count, one, few, many) : english(count, one, few);
  }
}

/** What to look a name up as: in its form, else in a simpler one, as a language may lack it: `colour_one_acc` first. */
function formsOf(name: string, form?: string): string[] {
  const parts = form?.split("_") ?? [];
  return parts.map((_, gone) => [name, ...parts.slice(0, parts.length - gone)].join("_")).concat(name);
}

export function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
