import { polish } from "$lib/words/dictionary";

const fields = (count: number): string => `${count} ${polish(count, "pole", "pola", "pól")}`;
const eggs = (count: number): string => `${count} ${polish(count, "jajo", "jaja", "jaj")}`;
const turtles = (count: number): string => `${count} ${polish(count, "żółw", "żółwie", "żółwi")}`;

export const pl = {
  table: "Stół",
  island: "Wyspa, 21 pól",
  yourMove: "Twój ruch",
  somebodysMove: "Ruch przy stole",
  fields,
  eggs,
  field: (field: number): string => (field === 0 ? "tratwa" : field === 22 ? "plaża" : `pole ${field}`),
  raftOf: (names: string): string => (names ? `Tratwa: ${names}` : "Pusta tratwa"),
  beach: (count: number, now: boolean): string =>
    `Plaża z gniazdem: ${eggs(count)}${now ? ". To teraz nagroda" : ", ostatnia nagroda w grze"}`,
  stackAt: (field: number, count: number, names: string, going: string): string =>
    `${field === 22 ? "Plaża" : `Pole ${field}`}, ${turtles(count)}. ` +
    `Od dołu: ${names}.${going ? ` Idą: ${going}.` : ""}`,
  aloneAt: (field: number, name: string): string => `${field === 22 ? "Plaża" : `Pole ${field}`}: ${name}`,
  prize: (count: number): string => `Do zdobycia: ${eggs(count)}`,
  noPrize: "Karty się skończyły",
  deck: (count: number): string => `W talii: ${count} ${polish(count, "karta", "karty", "kart")}`,
  left: (count: number): string => `jeszcze ${count} ${polish(count, "karta", "karty", "kart")}`,
  die: (value: number): string => `kostka ${value}`,
  cardOf: (value: number): string => `karta ${value}`,
  times: (total: number, dice: number, count: number): string =>
    dice === 1 ? `1 kostka: ${fields(count)}` : `${total} × ${dice} kostki = ${fields(count)}`,
  tooMuch: "za dużo!",
  stack: {
    title: (field: number): string =>
      field === 0 ? "Na tratwie" : field === 22 ? "Na plaży" : `Stos na polu ${field}`,
    fromTop: "Od góry. Decyduje i składa jaja ten, kto siedzi na wierzchu stosu, który rusza.",
    apart: "Na tratwie każdy stoi osobno: nikt nikogo nie niesie.",
    decides: "decyduje",
    goes: "idzie",
    stays: "zostaje",
    open: "Pokaż stos z imionami",
  },
  dock: {
    onTop: "Na wierzchu siedzi twój żółw, więc decydujesz.",
    go: (names: string): string => `Idą: ${names}.`,
    stay: (names: string): string => `Zostają: ${names}.`,
    stays: (name: string): string => `Zostaje: ${name}.`,
    stop: (count: number): string => `Ruszamy: ${fields(count)}`,
    stopEggs: (field: number, count: number): string => `na pole ${field} i ${eggs(count)}`,
    stopField: (field: number): string => `na pole ${field}`,
    another: "Jeszcze kostka",
    chance: (busts: number): string => (busts ? `ryzyko: ${busts} na 6` : "bez ryzyka"),
    roll: "Rzucam kostką",
    throwDie: "Rzuć kostką",
    yourDie: "Twoja kolej: rzuć kostką",
    throwHow: "Naciśnij przycisk albo pstryknij w kostkę na wyspie.",
    throwInHand: "Pstryknij w kostkę na wyspie albo potrząśnij telefonem.",
    shake: "Rzucaj, potrząsając",
    card: (value: number, count: number): string => `Karta ${value}: ${fields(count)}`,
    cards: "Twoje karty zamiast kostki",
    carries: (names: string): string => `niesie: ${names}`,
    thinks: (name: string): string => `Myśli: ${name}`,
    soon: "Zaraz twój ruch",
    over: "Koniec gry",
    mine: "Twoje jaja:",
    on: (cards: number): string => `na ${cards} ${polish(cards, "karcie", "kartach", "kartach")}`,
    none: "Nie masz jeszcze jaj",
    peek: "Podejrzyj",
    hide: "Schowaj",
    peeked: "Twoje zdobyte karty",
    piles: "Jaja wszystkich",
    pile: (name: string, count: number, values: readonly number[], beach: number): string =>
      `${name}: ${eggs(count)}. ` +
      `${values.length ? `Karty: ${values.join(", ")}` : "Żadnej karty"}${beach ? ` i ${beach} na plaży` : ""}.`,
  },
  risk: {
    name: "Ryzyko",
    strip: "Co da następna kostka",
    tooMuch: "za dużo",
    raft: "tratwa",
    to: (field: number): string => `na ${field}`,
  },
  note: {
    and: " i ",
    goes: (field: string): string => `${field}, idzie`,
    top: "na wierzchu",
    cards: (count: number): string => polish(count, "karta", "karty", "kart"),
    chooses: (you: boolean): string => (you ? "wybierasz" : "wybiera"),
    decides: (you: boolean): string => (you ? "decydujesz" : "decyduje"),
    rolls: (you: boolean): string => (you ? "rzucasz" : "rzuca"),
  },
  finalPrize: (count: number): string => `Ostatnia nagroda: ${eggs(count)} na plaży`,
  lastPrize: "ostatnia nagroda: plaża",
  told: {
    throws: (name: string | null, dice: string): string => `${name ?? "Potem"} wyrzuca ${dice}`,
    adds: (card: number): string => `, dokłada kartę ${card}`,
    makes: (total: number): string => `, razem ${total}.`,
    sinks: (total: number): string => `: razem ${total}, za dużo! Powrót na tratwę.`,
    walks: (field: number): string => ` i idzie ${field === 22 ? "na plażę" : `na pole ${field}`}.`,
    climbs: (field: number, under: string): string => `, idzie na pole ${field} i siada na grzbiecie ${under}.`,
  },
  intro: [
    {
      title: "Dookoła wyspy",
      text:
        "Żółwie ruszają z tratwy i wędrują wokół wyspy, okrążenie za okrążeniem. " +
        "Kto dociera na plażę, zdobywa kartę z jajami.",
    },
    {
      title: "Suma razy liczba kostek",
      text:
        "Po każdej kostce można ruszyć albo rzucić następną. Kostek jest najwyżej trzy. " +
        "Żółw idzie o sumę oczek razy liczbę kostek: 3 i 1 to razem 4, a 4 razy 2 to 8 pól.",
    },
    {
      title: "Więcej niż 7? Plusk!",
      text:
        "Gdy suma przekracza 7, żółw i wszyscy na jego grzbiecie wracają na tratwę. " +
        "Przy sumie równej 7 rusza od razu.",
    },
    {
      title: "Kto na wierzchu, ten decyduje",
      text:
        "Żółw, który staje na zajętym polu, wskakuje na wierzch stosu. " +
        "Odtąd, gdy stos rusza, o kostkach decyduje ten, kto siedzi na samej górze.",
    },
    {
      title: "Jaja bierze tylko jeden",
      text:
        "Gdy stos dociera na pole 21 albo je mija, odkrytą kartę zdobywa żółw z samej góry. " +
        "Reszta nie dostaje nic.",
    },
    {
      title: "Na końcu plaża",
      text:
        "Gdy karty się skończą, na plaży czeka ostatnie 7 jaj. " +
        "Kto je zdobywa, kończy grę, a wygrywa ten, kto ma najwięcej jaj.",
    },
  ],
};
