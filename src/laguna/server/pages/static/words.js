// Sentences in the page's language, from the server's words: the same templates as everywhere else.
export const lang = document.documentElement.lang;

const sheets = new Map();

// The words of a game over the common ones; without a game, the common ones.
export function wordsOf(game = "") {
  const path = game ? `/api/games/${game}/words/${lang}` : `/api/words/${lang}`;
  if (!sheets.has(path)) sheets.set(path, fetch(path).then((answer) => answer.json()));
  return sheets.get(path);
}

function plural(count) {
  if (count === 1) return 0;
  if (lang !== "pl") return 1;
  return [2, 3, 4].includes(count % 10) && ![12, 13, 14].includes(count % 100) ? 1 : 2;
}

export class Words {
  constructor(tables, players = []) {
    this.tables = tables;
    this.players = players;
  }

  has(section, key) {
    return typeof this.tables[section]?.[key] === "string";
  }

  say(section, key, facts = {}) {
    if (!this.has(section, key)) throw new Error(`There is no sentence “${section}.${key}”.`);
    return this.fill(this.tables[section][key], facts);
  }

  fill(template, facts) {
    return template.replace(/\{(\w+)(?:\.(\w+))?(?::([^}]*))?\}/g, (_, field, form, nouns) =>
      nouns === undefined ? this.name(field, facts[field], form) : nouns.split("|")[plural(Math.abs(facts[field]))]);
  }

  // What a fact is called: a player, a piece, a card, a list of them; else the value itself.
  name(field, value, form) {
    const names = this.tables.names;
    const key = form ? `${field}_${form}` : field;
    if (Array.isArray(value)) return this.listed(value.map((each) => this.name(field, each, form)));
    if (value !== null && typeof value === "object") return this.structure(field, value, form);
    if (field === "seat" && typeof value === "number") return this.players[value] ?? this.say("names", "seat", { number: value + 1 });
    const known = names?.[key];
    if (Array.isArray(known) && typeof value === "number") return known[value];
    if (known && typeof known === "object") return (known[String(value).toLowerCase()] ?? known.else ?? "{value}").replace("{value}", value);
    return String(value);
  }

  // A card, a tile, a player: its kind is named in it, or it is the first whose template has all its facts here.
  structure(field, value, form) {
    const kinds = [value.card, value.tile, field, "card", "player"].map((each) => (form ? `${each}_${form}` : each));
    const fits = (kind) => this.has("names", kind) && [...this.tables.names[kind].matchAll(/\{(\w+)/g)].every(([, fact]) => fact in value);
    const kind = kinds.find(fits);
    return kind ? this.say("names", kind, value) : "";
  }

  listed(names) {
    if (names.length < 2) return names.join("");
    return `${names.slice(0, -1).join(", ")} ${this.say("common", "and")} ${names.at(-1)}`;
  }

  // What happened. An event with a part left out has a sentence of its own, `…_hidden`.
  event(event) {
    const hidden = `${event.event}_hidden`;
    const key = Object.values(event).includes(null) && this.has("events", hidden) ? hidden : event.event;
    const said = this.say("events", key, event);
    return said[0].toUpperCase() + said.slice(1);
  }
}

export const common = wordsOf().then((tables) => new Words(tables));
export const sentence = async (section, key, facts) => (await common).say(section, key, facts);
