import { polish } from "$lib/words/dictionary";
import type * as Duck from "./wire";

const COLOUR: Record<Duck.Colour, string> = { yellow: "żółta", blue: "niebieska", red: "czerwona" };
const COLOUR_ACC: Record<Duck.Colour, string> = { yellow: "żółtą", blue: "niebieską", red: "czerwoną" };
const COLOUR_MANY: Record<Duck.Colour, string> = { yellow: "żółte", blue: "niebieskie", red: "czerwone" };
const FEW = ["zera", "jedynki", "dwójki", "trójki", "czwórki", "piątki", "szóstki", "siódemki", "ósemki"];
const MANY = ["zer", "jedynek", "dwójek", "trójek", "czwórek", "piątek", "szóstek", "siódemek", "ósemek"];
const COUNT = ["", "", "dwie", "trzy", "cztery", "pięć", "sześć", "siedem"];

const cards = (count: number): string => `${count} ${polish(count, "karta", "karty", "kart")}`;
const points = (count: number): string => `${count} ${polish(count, "punkt", "punkty", "punktów")}`;
const alike = (count: number, value: number): string => {
  const number = value === 0 && count === 2 ? "dwa" : (COUNT[count] ?? String(count));
  return `${number} ${count < 5 ? FEW[value] : MANY[value]}`;
};

export const pl = {
  table: "Stół",
  yourMove: "Twój ruch",
  waiting: "Czekasz",
  cards,
  card: ({ colour, value }: Duck.Card): string => `${COLOUR[colour]} ${value}`,
  drawPile: "Talia",
  ownPile: "Twój stos",
  here: "tu kładziesz",
  left: "z lewej",
  right: "z prawej",
  ghost: "Kaczy Duch",
  ghostCard: "zakryta karta Kaczego Ducha",
  pile: (name: string, top: string, count: number): string =>
    `${name}, stos: na wierzchu ${top}, razem ${cards(count)}`,
  emptyPileOf: (name: string): string => `${name}: pusty stos`,
  drawPileOf: (count: number): string => `Talia: ${cards(count)}`,
  handOf: (name: string, count: number, known: readonly string[]): string =>
    `${name} ma na ręce: ${cards(count)}${known.length ? `, w tym na pewno ${known.join(", ")}` : ""}`,
  towelOf: (name: string, count: number): string => `${name}, pod ręcznikiem: ${cards(count)}`,
  towelTurned: (name: string, kept: readonly string[], sum: number): string =>
    kept.length
      ? `${name}, pod ręcznikiem: ${kept.join(", ")}. Razem ${points(sum)}`
      : `${name}, pod ręcznikiem nie ma nic`,
  dealer: "rozdaje",
  lifebuoys: "Koła ratunkowe",
  lifebuoyOpen: (value: number): string => `koło za ${points(value)}, jeszcze do zdobycia`,
  lifebuoyNow: (value: number): string => `koło za ${points(value)}, gramy o nie teraz`,
  lifebuoyGreen: (name: string, value: number): string => `${name}: zielone koło, plus ${value}`,
  lifebuoyRed: (name: string, value: number): string => `${name}: czerwone koło, minus ${value}`,
  roundOf: (round: number, rounds: number): string => `runda ${round} z ${rounds}`,
  round: (round: number): string => `Runda ${round}`,
  prize: (round: number, value: number): string => `Runda ${round}: gramy o koło za ${value}`,

  hand: "Twoja ręka",
  handHelp:
    "Strzałki wybierają kartę, spacja ją podnosi. Shift i strzałka przesuwają kartę, T zmienia wierzch, Enter kładzie.",
  raised: "podniesiona",
  hinted: "podpowiedź",
  playOrDive: "Połóż karty, potem dobierz jedną.",
  drawOne: "Dobierz jedną kartę.",
  stepPlay: "1 połóż",
  stepDraw: "2 dobierz",
  thinks: (names: string): string => `Myśli: ${names}`,
  draws: (names: string): string => `Dobiera kartę: ${names}`,
  over: "Koniec gry",
  watching: "Oglądasz stół",
  sum: (sum: number): string => `Suma ${sum}`,
  then: (sum: number): string => `potem ${sum}`,
  thenNone: "potem nic!",
  mayDive: "Możesz nurkować zamiast kłaść karty.",
  gauge: "suma kart na ręce; nurkować można przy 10 lub mniej",
  sortByValue: "Ułóż według liczb",
  sortByColour: "Ułóż według kolorów",

  onTop: "Na wierzchu",
  raiseMore: "Dołóż resztę",
  raiseSet: alike,
  raiseRun: (colour: Duck.Colour, from: number, to: number): string => `${COLOUR_MANY[colour]} ${from}–${to}`,
  playOne: ({ colour, value }: Duck.Card): string => `Kładę ${COLOUR_ACC[colour]}\u00a0${value}`,
  playSet: (count: number, value: number): string => `Kładę ${alike(count, value)}`,
  playRun: (colour: Duck.Colour, from: number, to: number): string => `Kładę ${COLOUR_MANY[colour]}\u00a0${from}–${to}`,
  lastCards: "i koniec rundy!",
  pickCards: "Wybierz karty",
  noSuchPlay: "Nie pasują do siebie",
  whyNot: "dlaczego?",
  drawFromPile: "Dobieram z talii",
  empty: "pusto",

  dive: "Nurkuję",
  diveFrom: "przy sumie 10 lub mniej",
  diveStake: (green: number, red: number): string => `+${green} albo −${red}`,
  diveAsk: (sum: number): string => `Nurkujesz z sumą ${sum}?`,
  diveWin: (green: number): string =>
    `Wszyscy inni mają więcej: bierzesz koło za ${green}, a najwyższa karta idzie pod twój ręcznik.`,
  diveLose: (red: number): string => `Ktoś ma tyle samo albo mniej: tracisz ${points(red)} i nie chowasz karty.`,
  diveBluff: (red: number): string => `To blef: suma jest większa niż 10, więc na pewno tracisz ${points(red)}.`,
  diveNow: "Plusk, nurkuję!",
  notYet: "Jeszcze nie",

  ended: "Koniec rundy",
  endedOut: (round: number, name: string): string => `Runda ${round}: ${name} pozbywa się kart`,
  endedDive: (round: number, name: string): string => `Runda ${round}: nurkuje ${name}`,
  noCards: "bez kart",
  sumOnly: (sum: number): string => `suma ${sum}`,
  pileAndCard: "stos i zakryta karta",
  keeps: "pod ręcznik",
  discards: "odrzuca karty",
  succeeded: "udane!",
  failed: "nieudane",
  keepsNothing: "nic nie chowa",
  showAll: "Pokaż od razu",
  onward: "Dalej",
  result: "Wynik",
  recall: (round: number): string => `Jak skończyła się runda ${round}`,

  myTowel: (count: number, value: number): string => `Pod twoim ręcznikiem: ${cards(count)}, ${points(value)}`,
  towelShort: (count: number): string => `ręcznik ${count}`,
  buoysShort: (values: readonly string[]): string => `koła ${values.join(" ")}`,
  unit: (count: number): string => polish(count, "karta", "karty", "kart"),
  awaitsYou: "twój ruch",
  awaits: "gra",

  told: {
    draws: "Dobiera z talii.",
    takes: (card: string): string => `Bierze ${card} z sąsiedniego stosu.`,
    takesFromGhost: (card: string): string => `Bierze ${card} ze stosu Kaczego Ducha.`,
  },
  intro: [
    {
      title: "Kaczki uciekają z ręki",
      text: "Masz siedem kart. Pozbądź się wszystkich albo zejdź z ich sumą jak najniżej. Gramy pięć rund.",
    },
    {
      title: "Kładziesz",
      text:
        "Jedną kartę, kilka z tą samą liczbą albo co najmniej trzy kolejne w jednym kolorze. " +
        "Ty decydujesz, co leży na wierzchu.",
    },
    {
      title: "Dobierasz",
      text: "Potem bierzesz jedną kartę: z talii albo z wierzchu stosu sąsiada z lewej lub z prawej. Nigdy z własnego.",
    },
    {
      title: "Nurkujesz",
      text:
        "Masz sumę 10 albo mniej? Zamiast kłaść karty możesz zanurkować. " +
        "Udaje się, jeśli wszyscy inni mają więcej.",
    },
    {
      title: "Ręcznik i koło",
      text:
        "Kto kończy rundę, bierze koło: zielone daje punkty, czerwone zabiera. " +
        "Kto ma najwyższą sumę, odrzuca karty. Reszta chowa po jednej, najwyższej, pod ręcznik.",
    },
    {
      title: "Kaczy Duch",
      text:
        "Gdy gracie we dwoje, dołącza Duch. Zbiera karty na stosie i ma jedną zakrytą. " +
        "Kto nurkuje, musi mieć mniej niż on.",
    },
  ],
};
