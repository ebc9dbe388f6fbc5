// What is left of a game: its story, step by step and from any seat's eyes, and what mistakes and luck made of it.
import { get, post } from "./server.js";
import { byId, make } from "./dom.js";

const PAGE = 40;
const PATIENCE = 1000;

// Step forwards and backwards through a finished game.
export async function showReplay(path, words, players) {
  let at = 0;
  let last = 0;
  let pages = new Map();
  const eye = byId("eye");
  eye.replaceChildren(make("option", "", { value: "" }, words.say("pages", "spectator")),
    ...players.map((name, seat) => make("option", "", { value: seat }, name)));

  async function stepAt(number) {
    const first = number - (number % PAGE);
    if (!pages.has(first)) pages.set(first, get(`${path}/replay?first=${first}&count=${PAGE}${eye.value === "" ? "" : `&seat=${eye.value}`}`));
    const page = await pages.get(first);
    last = page.steps - 1;
    return page.shown[number - first];
  }

  async function show() {
    const step = await stepAt(at);
    const told = step.events.map((event) => make("p", "", {}, words.event(event)));
    byId("story").replaceChildren(...(told.length ? told : [make("p", "soft", {}, words.say("pages", "nothing_seen"))]));
    byId("step").textContent = words.say("pages", "step", { number: at, last });
    byId("progress").value = last ? at / last : 1;
    byId("back").disabled = at === 0;
    byId("forth").disabled = at === last;
  }

  async function go(by) {
    at = Math.min(Math.max(0, at + by), last);
    await show();
  }

  byId("back").addEventListener("click", () => go(-1));
  byId("forth").addEventListener("click", () => go(1));
  eye.addEventListener("change", async () => { pages = new Map(); await show(); });
  await show();
}

// Begin an analysis, or get it; wait until it is there.
export async function showAnalysis(path, words, players) {
  const box = byId("analysis");
  byId("analyse").disabled = true;
  try {
    let told = await post(`${path}/analysis`);
    while (told.state === "thinking") {
      const waiting = told.of ? words.say("pages", "thinking", told) : words.say("pages", "analysis_queued");
      box.replaceChildren(make("p", "", {}, waiting), make("progress", "", { max: told.of || 1, value: told.done, "aria-hidden": true }));
      await new Promise((done) => { setTimeout(done, PATIENCE); });
      told = await post(`${path}/analysis`);
    }
    box.replaceChildren(told.state === "ready" ? accounts(told.analysis, words, players) : make("p", "", {}, told.sentence));
  } finally {
    byId("analyse").disabled = false;
  }
}

function accounts(analysis, words, players) {
  const percent = (part, signed) => `${signed && part > 0 ? "+" : ""}${Math.round(100 * part)} %`.replace("-", "−");
  const heads = ["player", "fair_share", "own_mistakes", "others_mistakes", "good_luck", "won"];
  const rows = analysis.accounts.map((each) => [players[each.seat], percent(each.fair), percent(-each.own, true),
    percent(each.others, true), percent(each.luck, true), percent(each.result)]);
  return make("table", "", {},
    make("thead", "", {}, make("tr", "", {}, ...heads.map((head) => make("th", "", {}, words.say("pages", head))))),
    make("tbody", "", {}, ...rows.map((cells) => make("tr", "", {}, ...cells.map((cell) => make("td", "", {}, cell))))));
}
