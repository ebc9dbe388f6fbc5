import { polish } from "$lib/words/dictionary";

export const pl = {
  table: "Morze z ławicami",
  dock: "Twój ruch",
  you: "Ty",
  shoal: (name: string) => `Ławica: ${name}`,
  own: "Twoja ławica",
  cards: (count: number) => `${count} ${polish(count, "karta", "karty", "kart")}`,
  corals: (count: number) => `${count} ${polish(count, "koral", "korale", "korali")}`,
  sharks: (count: number) => `${count} ${polish(count, "rekin", "rekiny", "rekinów")}`,
  octopuses: (count: number) => `${count} ${polish(count, "ośmiornica", "ośmiornice", "ośmiornic")}`,
  places: (count: number) => `${count} ${polish(count, "miejsce", "miejsca", "miejsc")}`,
  left: (count: number) => `${count} ${polish(count, "karta", "karty", "kart")} w stosach`,
  over: "koniec gry",
  awaited: "kładziesz",
  awaitedOther: "kładzie",
  points: (count: number) => polish(count, "punkt", "punkty", "punktów"),
  enlarge: (name: string) => `Pokaż dużą: ${name}`,
  closer: "Bliżej",
  farther: "Dalej",
  pile: (count: number) => `stos: ${count}`,
  pileEmpty: "stos pusty",
  pileLabel: (number: number, count: number) => `stos ${number}: ${count} ${polish(count, "karta", "karty", "kart")}`,
  slot: (number: number, card: string) => `Karta ${number}: ${card}`,
  slotEmpty: (number: number) => `Karta ${number}: już położona`,
  market: "Karty do wyboru",
  side: { home: "u ciebie", away: "u kogoś", open: "gdzie?" },
  nowhere: "nie pasuje",
  point: "Wskaż miejsce, które świeci",
  pointSecond: "A druga karta? Wskaż miejsce",
  pointMore: {
    open: "Jeśli u siebie, drugą kładziesz u kogoś.",
    home: "Świecą miejsca w twojej ławicy.",
    away: "Świecą miejsca w cudzych ławicach.",
    both: "1 kładziesz u siebie, 2 u kogoś.",
  },
  confirm: "Czy tutaj?",
  confirmMore: "Inne miejsce przesuwa kartę.",
  lay: "Kładę u siebie",
  layAway: "Kładę tutaj",
  layAwayMore: (name: string) => `ławica: ${name}`,
  layBoth: "Kładę obie",
  layBothMore: (name: string) => `u siebie i tu: ${name}`,
  then: { home: "potem karta u siebie", away: "potem karta u kogoś" },
  wait: "Wskaż miejsce",
  waitCards: "Wybierz kartę",
  other: "Inne karty",
  swap: "Zamień",
  yours: "Twoje karty płyną na swoje miejsca",
  thinks: (name: string) => `Myśli: ${name}`,
  colour: "Twój kolor",
  colourHold: "Przytrzymaj, żeby podejrzeć.",
  colourIs: (colour: string) => `Twój kolor: ${colour}`,
  kin: (card: string) => `${card}, twój kolor`,
  pointsNow: (count: number) => `teraz ${count}\u00a0${polish(count, "punkt", "punkty", "punktów")}`,
  sides: { left: "z lewej", right: "z prawej", up: "u góry", down: "u dołu" },
  legal: (card: string, beside: string) => `Połóż tutaj: ${card}. Obok: ${beside}.`,
  legalOn: (covered: string) => `Połóż rekina tutaj: ${covered}.`,
  ghost: (card: string) => `Tu ma leżeć: ${card}. Enter kładzie.`,
  barred: (card: string, beside: string) => `Tu nie można: ${card}. Obok: ${beside}. Zobacz dlaczego.`,
  covered: {
    shark: (card: string) => `rekin, pod nim ${card}`,
    octopus: () => "ośmiornica na koralu",
    bones: () => "ości",
  },
  secretWas: (colour: string) => `Tajny kolor: ${colour}`,
  count: "Liczymy",
  countLines: {
    fish: "Ryby w swoim kolorze, we wszystkich ławicach",
    majority: "Przewaga we własnej ławicy",
    octopuses: "Ośmiornice u siebie",
    sharks: "Najwięcej rekinów u siebie",
    total: "Razem",
  },
  chapterEnd: "Koniec",
  told: {
    setup: "Każdy dostaje tajny kolor i zaczyna ławicę od korala.",
    lays: (name: string, home: string, away: string, whose: string) =>
      `${name} kładzie u siebie ${home}, a w cudzej ławicy (${whose}) ${away}.`,
    eats: (card: string) => `Rekin zjada ${card}.`,
  },
  intro: [
    {
      title: "Tajny kolor",
      text:
        "Każdy dostaje w tajemnicy kolor ryb. Na koniec liczą się ryby tego koloru we wszystkich ławicach, nie " +
        "tylko w twojej.",
    },
    {
      title: "Jedna karta u siebie, druga u kogoś",
      text: "Z czterech odkrytych kart wybierasz dwie. Jedną kładziesz w swojej ławicy, a drugą w cudzej.",
    },
    {
      title: "Kolor albo dno",
      text: "Ryba musi pasować do każdej ryby obok: kolorem albo dnem. Koral pasuje do wszystkiego.",
    },
    {
      title: "Klątwa trzech",
      text:
        "Trzy ryby na takim samym dnie w rzędzie albo kolumnie zamieniają się w ości. " +
        "Obok ości można położyć tylko koral.",
    },
    {
      title: "Rekin i ośmiornica",
      text:
        "Rekina kładziesz na rybę w cudzej ławicy i ryby już nie ma. " +
        "Ośmiornica sama siada tam, gdzie korali jest najwięcej.",
    },
    {
      title: "Punkty",
      text:
        "Po 1 za każdą rybę w swoim kolorze i każdą ośmiornicę u siebie, 3 za przewagę swojego koloru u siebie, " +
        "2 za najwięcej rekinów. Gra się kończy, gdy trzy stosy są puste.",
    },
  ],
};
