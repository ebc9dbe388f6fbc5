import { english } from "$lib/words/dictionary";

import type { pl } from "./words.pl";

const knots = (count: number): string => `${count} ${english(count, "knot", "knots")}`;
const ships = (count: number): string => `${count} ${english(count, "ship", "ships")}`;
const towers = (count: number): string => (count === 1 ? "tower" : `${count} ${english(count, "tower", "towers")}`);

export const en: typeof pl = {
  table: "Table",
  yourMove: "Your move",
  somebodysMove: "Somebody's move",
  diorama: "A model of the table. The description of the table says all that can be seen on it.",
  chart: "The table from above. The description of the table says all that can be seen on it.",
  loading: "Laying the table…",

  turn: (turn) => `Turn ${turn}`,
  progress: (turn, last) => (last === null ? `turn ${turn}` : `turn ${turn} of at most ${last}`),
  fleet: (count, high) =>
    [count ? ships(count) : "", high ? towers(high) : ""].filter(Boolean).join(", ") || "no ships",
  points: (count) => english(count, "point", "points"),
  awaits: {
    shoot: (you) => (you ? "you shoot" : "shoots"),
    sail: (you) => (you ? "you sail" : "sails"),
    freed: (you) => (you ? "you sail" : "sails"),
    fight: (you) => (you ? "you fight" : "fights"),
    repair: (you) => (you ? "you repair" : "repairs"),
    over: () => "",
  },
  thinks: (name) => `Thinking: ${name}`,
  soon: "Your turn comes",
  out: "no fleet left",
  over: "The game is over",

  short: { ship: (nth) => String(nth), tower: "tower" },

  tools: {
    label: "View",
    flat: "From above",
    deep: "3D model",
    gunner: "Behind the cannon",
    overview: "Whole table",
    describe: "Describe the table",
    repeat: "Repeat the shot slowly",
    guide: "Guide me by sound",
  },

  shoot: {
    title: "Aim, pull and let go",
    none: "Choose where you shoot from.",
    from: "You shoot from:",
    turn: "Turn of the cannon",
    tapeHelp: "Arrows turn the cannon, slowly with Shift. Q and E slide it around.",
    degrees: (count) => `${count}°`,
    slideLeft: "Slide the cannon left",
    slideRight: "Slide the cannon right",
    plunger: "Plunger of the cannon",
    plungerHelp: "Hold the space bar and let go. Or: arrows up and down pull, Enter fires, Escape puts it back.",
    pull: "Pull and let go",
    weak: "too weak",
    light: "light",
    strong: "strong",
    shaky: "shaky",
    percent: (count) => `${count}%`,
    holdFire: "No shot",
    meets: (name, cm) => `In line: ${name}, ${cm} cm.`,
    meetsNothing: "Nothing is in line.",
    own: "That is yours!",
    stands: {
      broadside: "Broadside on: easy to knock over.",
      end_on: "End on: hard to knock over.",
      aslant: "Aslant.",
    },
    targets: "Targets",
    target: (name, cm, degrees) => `${name}, ${cm} cm, bearing ${degrees}°`,
    free: "free line",
    hidden: (name) => `hidden by ${name}`,
    noTargets: "There is nothing to shoot at.",
  },

  sail: {
    choose: "Sail: choose a ship and lay the rope.",
    lay: "Drag the rope to where it shall sail.",
    laid: "Turn the ship, and sail.",
    who: "Sailing:",
    left: (count) => `You have ${knots(count)}`,
    spends: (spent, all) => `you spend ${spent} of ${all}`,
    go: (count) => `Sail ${knots(count)}`,
    rest: (count) => `${count} left`,
    end: "Enough sailed",
    bend: "Bend the rope here",
    back: "Take the rope back",
    turnLeft: "Turn left",
    turnRight: "Turn right",
    load: (colour) => `Take the ${colour} barrel`,
    keys: "Arrows lay the rope by 1 cm, Z and X turn the ship, B bends, Backspace takes back, Enter sails.",
    own: (count) => `and of its own: ${count}`,
    wind: "Move the wind",
    windWho: "The extra point is given up by:",
    windGo: "The wind blows here",
    cancel: "Rather not",
    by: (name) => `In the way: ${name}.`,
    why: "Why?",
  },

  fight: {
    title: "Fight: choose what you roll for",
    against: (mine, enemy) => `${mine} against ${enemy}`,
    roll: "Roll",
    win: "Take it without a roll",
  },

  repair: { all: "Repair", none: "Leave it", title: "Stand the damaged ones up?" },

  verdict: { hit: "Hit!", missed: "Missed", jammed: "Too weak: the ball stayed in the barrel" },
  lives: (count) => `Monster: ${count} ${english(count, "life", "lives")}`,

  describe: {
    side: (name, has, points) => `${name}: ${has}, ${points} ${english(points, "point", "points")}.`,
    placeOf: (name, right, up) =>
      `${name}: ${Math.abs(right)} cm ${right < 0 ? "left" : "right"} and ` +
      `${Math.abs(up)} cm ${up < 0 ? "below" : "above"} the middle`,
    lying: "lying",
    foe: (names) => `in melee with ${names}`,
    chest: "with the chest",
    barrel: (colour) => `with the ${colour} barrel`,
    held: "held by the Kraken",
    near: (name, cm, degrees) => `${name} ${cm} cm from here, bearing ${degrees}°`,
    around: (name) => `Around ${name}.`,
  },
  practice: {
    you: "You",
    targets: "Targets",
    title: "Practice range",
    lead: "Practise the shot against nobody: nothing counts here, and nothing is kept.",
    fresh: "Set the targets up anew",
    score: (fallen, shots) => `Knocked over: ${fallen}, shots: ${shots}`,
    play: "Play for real",
  },
  centimetres: (count) => `${count} cm`,
  rounds: (count) => (count === 0 ? "no end" : `${count} ${english(count, "round", "rounds")}`),
  hand: (name) => `Tremor of the hand: ${name}`,
  steadier: (name) => `A steadier hand: ${name}`,
  shakier: (name) => `A shakier hand: ${name}`,
};
