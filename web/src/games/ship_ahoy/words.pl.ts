import { polish } from "$lib/words/dictionary";

const knots = (count: number): string => `${count} ${polish(count, "węzeł", "węzły", "węzłów")}`;
const ships = (count: number): string => `${count} ${polish(count, "statek", "statki", "statków")}`;
const towers = (count: number): string =>
  count === 1 ? "wieża" : `${count} ${polish(count, "wieża", "wieże", "wież")}`;

export const pl = {
  table: "Stół",
  yourMove: "Twój ruch",
  somebodysMove: "Czyjś ruch",
  diorama: "Makieta stołu. Wszystko, co na niej widać, mówi też opis stołu.",
  chart: "Stół widziany z góry. Wszystko, co na nim widać, mówi też opis stołu.",
  loading: "Rozkładamy stół…",

  progress: (turn: number): string => `tura ${turn}`,
  turnsLeft: (count: number): string =>
    count === 0 ? "ostatnia" : `jeszcze ${count} ${polish(count, "tura", "tury", "tur")}`,
  told: {
    holds: (name: string): string => `${name} nie strzela.`,
    shoots: (name: string): string => `${name} strzela.`,
    misses: (name: string): string => `${name} strzela, ale nikt się nie przewraca.`,
    wins: (name: string, pieces: string): string => `${name} strzela i zdobywa ${pieces}!`,
    sails: (knots: number): string => `Potem płynie ${knots} ${polish(knots, "węzeł", "węzły", "węzłów")}.`,
    boards: (pieces: string): string => `W zwarciu zdobywa ${pieces}!`,
    fightGoesOn: "Zwarcie trwa.",
  },
  fleet: (count: number, high: number): string =>
    [count ? ships(count) : "", high ? towers(high) : ""].filter(Boolean).join(", ") || "bez statków",
  points: (count: number): string => polish(count, "punkt", "punkty", "punktów"),
  awaits: {
    shoot: (you: boolean): string => (you ? "strzelasz" : "strzela"),
    sail: (you: boolean): string => (you ? "płyniesz" : "płynie"),
    freed: (you: boolean): string => (you ? "płyniesz" : "płynie"),
    fight: (you: boolean): string => (you ? "walczysz" : "walczy"),
    repair: (you: boolean): string => (you ? "naprawiasz" : "naprawia"),
    over: (): string => "",
  },
  thinks: (name: string): string => `Myśli: ${name}`,
  soon: "Zaraz twoja kolej",
  trophies: "Trofea",
  bestShot: "Najlepszy strzał, jeszcze raz",
  bestShotOf: (name: string) => `Najlepszy strzał: ${name}.`,
  how: { straight: "prosto z lufy", ricochet: "rykoszetem", domino: "jak domino" },
  shotAgain: "Jeszcze raz",
  out: "bez floty",
  over: "Koniec gry",

  short: { ship: (nth: number): string => String(nth), tower: "wieża" },

  tools: {
    names: "Podpisz wszystko",
    slow: "Makieta się tu zacina. Widok z góry jest lżejszy.",
    stay: "Zostaję przy makiecie",
    enrich: "Pełna grafika",
    unfold: "Pokaż przyciski widoku",
    fold: "Schowaj przyciski widoku",
    label: "Widok",
    flat: "Widok z góry",
    deep: "Makieta 3D",
    gunner: "Zza armaty",
    overview: "Cały stół",
    describe: "Opisz stół",
    repeat: "Powtórz strzał powoli",
    guide: "Naprowadzaj dźwiękiem",
  },

  shoot: {
    title: "Celuj, naciągnij i puść",
    none: "Wybierz, skąd strzelasz.",
    from: "Skąd strzelasz:",
    turn: "Obrót armaty",
    tapeHelp: "Strzałki obracają armatę, z Shiftem powoli. Q i E przesuwają ją dookoła.",
    degrees: (count: number): string => `${count}°`,
    slideLeft: "Przesuń armatę w lewo",
    slideRight: "Przesuń armatę w prawo",
    plunger: "Tłok armaty",
    plungerHelp: "Przytrzymaj spację i puść. Albo: strzałki w górę i w dół naciągają, Enter strzela, Escape odkłada.",
    pull: "Ciągnij i puść",
    pullTo: (count: number): string => `Ciągnij do ${count}% i puść`,
    weak: "za słabo",
    light: "lekko",
    strong: "mocno",
    shaky: "drży ręka",
    percent: (count: number): string => `${count}%`,
    holdFire: "Nie strzelam",
    meets: (name: string, cm: number): string => `Na linii: ${name}, ${cm} cm.`,
    meetsNothing: "Na linii nie ma nic.",
    falls: (percent: number): string => `Szansa: ok. ${percent}%.`,
    short: "Za lekko: kula tam nie dotrze.",
    own: "To twoje!",
    stands: {
      broadside: "Stoi bokiem: łatwo przewrócić.",
      end_on: "Stoi dziobem: trudno przewrócić.",
      aslant: "Stoi na ukos.",
    },
    targets: "Cele",
    target: (name: string, cm: number, degrees: number): string => `${name}, ${cm} cm, kierunek ${degrees}°`,
    free: "linia wolna",
    hidden: (name: string): string => `zasłania ${name}`,
    noTargets: "Nie ma do czego strzelać.",
  },

  proposal: {
    label: "Podpowiedź na stole",
    take: "Ustaw tak",
    shoot: (name: string, degrees: number, percent: number): string =>
      `${name}: kierunek ${degrees}°, naciąg ${percent}%.`,
    sail: (name: string, count: number, degrees: number): string => `${name}: ${knots(count)}, kierunek ${degrees}°.`,
  },

  sail: {
    choose: "Płyń: wybierz statek i przeciągnij linę.",
    lay: "Przeciągnij linę tam, gdzie ma płynąć.",
    laid: "Ustaw statek i płyń.",
    who: "Płynie:",
    left: (count: number): string => `Masz ${knots(count)}`,
    spends: (spent: number, all: number): string => `wydajesz ${spent} z ${all}`,
    go: (count: number): string => `Płynę: ${knots(count)}`,
    rest: (count: number): string => `${polish(count, "zostaje", "zostają", "zostaje")} ${count}`,
    end: "Kończę rejs",
    bend: "Zagnij linę tu",
    back: "Cofnij linę",
    turnLeft: "Obróć w lewo",
    turnRight: "Obróć w prawo",
    load: (colour: string): string => `Zabierz ${colour} beczkę`,
    keys: "Strzałki prowadzą linę po 1 cm, Z i X obracają statek, B zagina, Backspace cofa, Enter płynie.",
    own: (count: number): string => `i ${count} ${polish(count, "dodatkowy", "dodatkowe", "dodatkowych")}`,
    wind: "Przesuń wiatr",
    windWho: "Dodatkowy węzeł oddaje:",
    windGo: "Wiatr wieje tu",
    cancel: "Jednak nie",
    by: (name: string): string => `Drogę zagradza ${name}.`,
    why: "Dlaczego?",
  },

  fight: {
    title: "Walka: wybierz, za co rzucasz",
    against: (mine: string, enemy: string): string => `${mine} kontra ${enemy}`,
    roll: "Rzucam",
    win: "Biorę bez rzutu",
  },

  repair: { all: "Naprawiam", none: "Zostawiam", title: "Postawić uszkodzone?" },

  verdict: { hit: "Trafione!", missed: "Pudło", jammed: "Za słabo: kula została w lufie" },
  lives: (count: number): string => `Potwór: ${count} ${polish(count, "życie", "życia", "żyć")}`,

  describe: {
    side: (name: string, has: string, points: number): string =>
      `${name}: ${has}, ${points} ${polish(points, "punkt", "punkty", "punktów")}.`,
    placeOf: (name: string, right: number, up: number): string =>
      `${name}: ${Math.abs(right)} cm na ${right < 0 ? "lewo" : "prawo"} i ` +
      `${Math.abs(up)} cm w ${up < 0 ? "dół" : "górę"} od środka`,
    lying: "leży",
    foe: (names: string): string => `w zwarciu: ${names}`,
    chest: "wiezie skrzynię",
    barrel: (colour: string): string => `wiezie ${colour} beczkę`,
    held: "trzyma go Kraken",
    near: (name: string, cm: number, degrees: number): string => `${name} ${cm} cm stąd, kierunek ${degrees}°`,
    around: (name: string): string => `Wokół: ${name}.`,
  },
  practice: {
    you: "Kapitan",
    targets: "Cele",
    title: "Strzelnica",
    lead: "Ćwicz strzał bez przeciwnika: nic się tu nie liczy i nic się nie zapisuje.",
    fresh: "Ustaw cele od nowa",
    score: (fallen: number, shots: number): string => `Przewrócone: ${fallen}, strzały: ${shots}`,
    play: "Zagraj naprawdę",
  },
  centimetres: (count: number) => `${count} cm`,
  rounds: (count: number) => (count === 0 ? "bez końca" : `${count} ${polish(count, "runda", "rundy", "rund")}`),
  hand: (name: string) => `Drżenie ręki: ${name}`,
  steadier: (name: string) => `Pewniejsza ręka: ${name}`,
  shakier: (name: string) => `Bardziej drżąca ręka: ${name}`,
};
