import { polish } from "$lib/words/dictionary";

const crates = (count: number): string => `${count} ${polish(count, "skrzynka", "skrzynki", "skrzynek")}`;
const cratesPaid = (count: number): string => `${count} ${polish(count, "skrzynkę", "skrzynki", "skrzynek")}`;
const tiles = (count: number): string => `${count} ${polish(count, "płytka", "płytki", "płytek")}`;
const points = (count: number): string => `${count} ${polish(count, "punkt", "punkty", "punktów")}`;

export const pl = {
  table: "Stół: grupy zwierząt",
  harbour: "Stół: arki",
  dock: "Twój ruch",
  crates,
  points,
  quay: "Arki przy nabrzeżu",
  aboard: (count: number) => `na arce ${tiles(count)}`,
  resting: "przerwa",
  starter: "flaga startowa",
  pile: (count: number) => `stos: ${count}`,
  supply: (count: number) => `skrzynki w zapasie: ${count}`,
  removed: "nie płyną",
  group: (number: number, names: string, price: number) => `Grupa ${number}: ${names}. Cena: ${crates(price)}.`,
  groupParted: (names: string) => `Za liną: ${names}.`,
  canPay: "stać cię",
  lacks: (count: number) => `brakuje ${count}`,
  price: "cena",

  chooseGroupHow: "Stuknij grupę albo zakreśl zwierzęta, które mają leżeć osobno.",
  keysGroup: "G: następna grupa",
  tapTile: "Stuknij zwierzę, a przeskoczy linę",
  keysTiles: "strzałki i spacja: zwierzęta · Enter: dzielę · B: biorę",
  thisSide: "Ta grupa",
  thatSide: "Druga",
  bays: "Podgląd podziału",
  emptyBay: "stuknij zwierzę",
  split: (one: number, other: number) => `Dzielę: ${one} i ${other}`,
  splitBlank: "Dzielę",
  earns: "i biorę 1 skrzynkę",
  givesBack: "i oddaję 1 skrzynkę",
  nothingParted: "najpierw stuknij zwierzę",
  nothingStays: "ktoś musi zostać",
  single: "jednej płytki się nie dzieli",
  take: "Biorę całą grupę",
  takePrice: (price: number) => `za ${cratesPaid(price)}, potem przerwa`,
  takeLacks: (count: number) => (count === 1 ? "brakuje 1 skrzynki" : `brakuje ${count} skrzynek`),
  pass: "Pasuję",
  passSays: "i kończę rundę",
  close: "Inna grupa",

  myArk: (count: number, room: number) => `Twoja arka: ${count} z ${room}`,
  worthNow: (count: number) => `teraz ${points(count)}`,
  seeArk: "Zobacz arkę",
  seeArks: "Zobacz arki",
  arkSheet: "Co jest na arce",
  herd: "stado",
  pair: "para: Noe",
  company: { pair: "para", herd: "stado" },
  joining: {
    pair: (tiles: string) => `${tiles}: na arce byłaby para dla Noego`,
    herd: (tiles: string) => `${tiles}: na arce byłoby stado`,
  },
  single1: "w pojedynkę",
  emptyArk: "Arka jest jeszcze pusta.",
  hiddenArk: (count: number) => `w tajemnicy: ${tiles(count)}`,
  cratesWorth: (count: number) => `${crates(count)}: razem ${points(count)}`,
  onlyYou: (names: string) => `nikt inny nie wie: ${names}`,
  family: (names: string, points_: number, as: string) => `${names}: ${as}, ${points(points_)}`,

  keepHow: "Wybierasz w tajemnicy. Dwie pozostałe płytki idą na stół.",
  keep: (name: string) => `Zostaje ${name}`,
  keepBlank: "Wybierz jedno zwierzę",
  sealed: "Wybór zapieczętowany",
  sealedHow: (names: readonly string[]) =>
    `Jeszcze ${polish(names.length, "wybiera", "wybierają", "wybierają")}: ${names.join(", ")}.`,
  chosen: "gotowe",

  ashore: (count: number, wanted: number) => `Na ląd: ${count} z ${wanted}`,
  discard: (count: number) => `Zostawiam na lądzie: ${count}`,
  discardBest: (count: number) => `to najlepszy wybór: ${points(count)}`,
  discardOwn: (count: number) => `twój wybór: ${points(count)}`,
  discardCount: (count: number, wanted: number) =>
    count < wanted ? `wybierz jeszcze ${wanted - count}` : `o ${count - wanted} za dużo`,
  propose: "Wróć do propozycji",
  stays: "zostaje",
  goes: "na ląd",
  noah: "Noe",
  ashoreShort: "ląd",
  withNoah: "u Noego",
  leftAshore: "na lądzie",

  thinking: (names: readonly string[]) => `${polish(names.length, "Myśli", "Myślą", "Myślą")}: ${names.join(", ")}`,
  looking: "Patrzysz na grę",
  over: "Arki odpływają",
  round: (number: number) => `runda ${number}`,
  roundTitle: (number: number) => `Runda ${number}`,
  opening: "wybór na początek",
  closing: "koniec zbierania",
  ended: "koniec gry",
  onArk: "na arce",
  pointsUnit: (count: number) => polish(count, "punkt", "punkty", "punktów"),
  awaitKeep: (you: boolean): string => (you ? "wybierasz" : "wybiera"),
  awaitTurn: (you: boolean): string => (you ? "dziel albo bierz" : "dzieli albo bierze"),
  awaitDiscard: (you: boolean): string => (you ? "wybierasz, kto zostaje" : "wybiera, kto zostaje"),

  told: {
    scores: (all: string): string => `Arki odpływają: ${all}.`,
    score: (name: string, points: number): string =>
      `${name} ${points} ${polish(points, "punkt", "punkty", "punktów")}`,
  },
  intro: [
    {
      title: "Zaproś zwierzęta na arkę",
      text:
        "Na stole leżą płytki ze zwierzętami. Każde ma swój gatunek i wartość od 1 do 5. " +
        "Na twojej arce jest miejsce dla dziesięciu.",
    },
    {
      title: "Podziel grupę…",
      text:
        "W swojej turze możesz podzielić jedną grupę na dwie, jak chcesz. Dostajesz za to skrzynkę. " +
        "Skrzynek masz najwyżej pięć: kto dzieli, mając pięć, jedną oddaje.",
    },
    {
      title: "…albo zabierz całą",
      text:
        "Grupa kosztuje tyle skrzynek, ile ma płytek. Bierzesz wszystko, podnosisz flagę i masz przerwę do końca " +
        "rundy. Kto bierze pierwszy, ten zaczyna następną.",
    },
    {
      title: "Zakryta płytka",
      text:
        "Jedna płytka leży zakryta i też kosztuje skrzynkę. Kto ją zabierze, ogląda ją w tajemnicy. " +
        "Co płynie twoją arką, wiesz tylko ty.",
    },
    {
      title: "Uwaga, Noe zbiera pary!",
      text:
        "Jeśli masz dokładnie dwa zwierzęta jednego gatunku, na koniec zabiera je Noe. " +
        "Jedno liczy się za swoją wartość, a w stadzie, czyli od trzech, każde za 5.",
    },
    {
      title: "Arki odpływają",
      text:
        "Gdy ktoś ma już dziesięć płytek, runda jest ostatnia. Każda skrzynka to jeszcze 1 punkt. " +
        "Wygrywa ten, kto ma najwięcej punktów!",
    },
  ],
  stayHome: "Te nie płyną.",
};
