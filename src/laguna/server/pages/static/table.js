// One table: who sits where before the start, what is going on, and what is left of the game afterwards.
import { someone, whoami } from "./me.js";
import { drop, get, post, put, trying } from "./server.js";
import { byId, face, linkBox, make } from "./dom.js";
import { common, Words, wordsOf } from "./words.js";
import { showAnalysis, showReplay } from "./finished.js";

const FRESH = 2500;
const id = location.pathname.split("/").at(-1);
const path = `/api/tables/${id}`;
const words = await common;
const { levels } = await get("/api/games");
const say = (key, facts) => words.say("pages", key, facts);
let me = null;
let shown = "";
let finished = false;

const called = (seat) => seat.name || seat.person?.name || (seat.bot ? say("bot", { level: words.say("levels", seat.bot) }) : say("free"));

function button(key, work, className = "btn") {
  return make("button", className, { type: "button", onclick: () => trying(async () => { await work(); await refresh(); }) }, say(key));
}

function botPicker(number) {
  const level = make("select", "btn", { "aria-label": say("how_well") }, ...levels.map((each) => make("option", "", { value: each, selected: each === "easy" }, words.say("levels", each))));
  return make("span", "row", {}, level, button("add_bot", () => put(`${path}/seats/${number}`, { who: "bot", level: level.value })));
}

function seatActions(table, seat, number) {
  if (table.state !== "gathering") return [];
  const hosting = table.host.id === me?.id;
  if (!seat.person && !seat.bot) return [button("sit", () => put(`${path}/seats/${number}`, { who: "me" })), hosting ? botPicker(number) : null];
  if (seat.person?.id === me?.id) return [button("stand", () => drop(`${path}/seats/${number}`))];
  return hosting && !seat.person ? [button("take_away", () => drop(`${path}/seats/${number}`))] : [];
}

function seatRow(table, seat, number) {
  const asked = table.asked.some((each) => each.seat === number);
  const told = asked ? say("asked") : seat.person && seat.bot ? say("keeps_seat") : "";
  const who = make("span", "what", {}, make("b", "", {}, called(seat)), told ? make("small", "", {}, told) : null);
  const sign = seat.person ? face(called(seat), seat.person.colour) : face(seat.bot ? called(seat) : "?", seat.bot ? "shell" : "nobody", Boolean(seat.bot));
  return make("li", `seat${asked ? " asked" : ""}`, {}, sign, who, ...seatActions(table, seat, number));
}

function showActions(table) {
  const hosting = table.host.id === me?.id;
  const full = table.seats.every((seat) => seat.person || seat.bot);
  const actions = [];
  if (hosting && table.state === "gathering") {
    actions.push(full ? button("start", () => post(`${path}/start`), "btn primary") : make("span", "soft", {}, say("start_waits")));
    actions.push(make("span", "gap"), button("give_up", async () => { await drop(path); location.assign("/"); }));
  }
  byId("actions").replaceChildren(...actions);
  byId("friends").hidden = table.state !== "gathering" || !table.seats.some((seat) => seat.person?.id === me?.id);
}

function showLuck(table) {
  byId("commitment").textContent = table.commitment;
  byId("secret").hidden = table.secret === null;
  byId("secret").querySelector(".mono").textContent = table.secret ?? "";
  byId("nonces").replaceChildren(...table.nonces.flatMap((nonce, number) =>
    nonce === null ? [] : [make("li", "", {}, say("nonce_of", { name: called(table.seats[number]), nonce }))]));
}

function showResult(table) {
  const ranked = [...table.standings].sort((a, b) => a.place - b.place);
  byId("standings").replaceChildren(...ranked.map((each) => make("tr", "", {},
    make("td", "", {}, called(table.seats[each.seat])), make("td", "", {}, String(each.place)), make("td", "", {}, String(each.score)))));
  byId("record").href = `${path}/record`;
  byId("result").hidden = byId("replay").hidden = false;
}

async function refresh() {
  const table = await get(path);
  const now = JSON.stringify([table, me]);
  if (now === shown) return;
  shown = now;
  const { title } = (await wordsOf(table.game)).game;
  byId("title").textContent = title;
  document.title = `${title} – Laguna`;
  byId("state").textContent = say(table.state);
  byId("notice").hidden = table.state !== "playing";
  byId("seats").className = `seats ${table.state}`;
  byId("seats").replaceChildren(...table.seats.map((seat, number) => seatRow(table, seat, number)));
  showActions(table);
  showLuck(table);
  if (table.state === "over" && !finished) {
    finished = true;
    showResult(table);
    const players = table.seats.map(called);
    byId("analyse").addEventListener("click", () => trying(() => showAnalysis(path, words, players)));
    await showReplay(path, new Words(await wordsOf(table.game), players), players);
  }
}

byId("make-invite").addEventListener("click", () => trying(async () => {
  byId("invite").replaceChildren(...linkBox(await post(`${path}/invite`), words));
}));

me = await whoami() ?? await someone();
await trying(refresh);
setInterval(async () => {
  const choosing = document.activeElement?.tagName === "SELECT";
  if (!document.hidden && !finished && !choosing) await trying(refresh);
}, FRESH);
