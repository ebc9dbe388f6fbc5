// The front door: play at once, join a table, go back to one's own, look at finished games.
import { become, someone, whoami } from "./me.js";
import { get, post, put, trying } from "./server.js";
import { byId, choices, face, make } from "./dom.js";
import { common, lang, wordsOf } from "./words.js";

const FRESH = 5000;
const day = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const words = await common;
const { games, levels } = await get("/api/games");
const titles = Object.fromEntries(await Promise.all(games.map(async ({ key }) => [key, (await wordsOf(key)).game.title])));
const say = (key, facts) => words.say("pages", key, facts);
let chosen = null;

function openSheet(key) {
  chosen = games.find((game) => game.key === key);
  const dialog = byId("play");
  const poster = document.querySelector(`.game.${key} .poster`).cloneNode(true);
  const bots = Array.from({ length: chosen.most - 1 }, (_, i) => String(i + 1));
  poster.classList.add(key);
  const frame = make("div", key, {}, poster);
  byId("play-poster").replaceChildren(frame);
  byId("play-title").textContent = say("you_and_bots", { game: titles[key] });
  choices(byId("bots"), "bots", bots, (count) => make("span", "", {}, count), bots[Math.min(2, bots.length - 1)]);
  choices(byId("levels"), "level", levels, (level) => make("span", "", {}, words.say("levels", level)), "easy");
  dialog.returnValue = "";
  dialog.showModal();
  dialog.querySelector(".primary").focus();
}

async function makeTable(how, form) {
  await become(form.elements.name.value);
  const bots = Number(form.elements.bots.value);
  const alone = how === "bots";
  const table = await post("/api/tables", { game: chosen.key, seats: bots + 1, open: how === "open" });
  if (alone) {
    for (let seat = 1; seat <= bots; seat += 1) {
      await put(`/api/tables/${table.id}/seats/${seat}`, { who: "bot", level: form.elements.level.value });
    }
    await post(`/api/tables/${table.id}/start`);
  }
  location.assign(`/tables/${table.id}`);
}

function faces(table) {
  const sitting = table.seats.filter((seat) => seat.person || seat.bot);
  return make("span", "faces", {}, ...sitting.map((seat) =>
    face(seat.person?.name ?? words.say("levels", seat.bot), seat.person?.colour ?? "shell", !seat.person)));
}

function row(table, small, ...actions) {
  const title = make("b", "", {}, titles[table.game]);
  return make("li", "", {}, faces(table), make("span", "what", {}, title, make("small", "", {}, small)), ...actions);
}

const open = (table) => make("a", "btn", { href: `/tables/${table.id}` }, say("open_table"));

function fill(id, tables, shown) {
  if (tables.length) byId(id).replaceChildren(...tables.map(shown));
}

function openRow(table) {
  const free = table.seats.filter((seat) => !seat.person && !seat.bot).length;
  const told = `${say("host", { name: table.host.name })} · ${say("free_seats", { count: free })}`;
  return row(table, told, make("button", "btn", { type: "button", onclick: () => trying(async () => {
    if (await someone()) location.assign(`/tables/${table.id}`);
  }) }, say("join_in")));
}

function finishedRow(table) {
  const record = make("a", "btn", { href: `/api/tables/${table.id}/record`, download: true, "aria-label": say("download") }, say("record"));
  return row(table, day.format(new Date(table.ended * 1000)), open(table), record);
}

function showTurn(waiting) {
  if (!waiting.length) return;
  const [table] = waiting;
  byId("turn").replaceChildren(
    make("h2", "", {}, say("waiting_for_you")),
    make("span", "row", {}, faces(table), make("span", "soft", {}, titles[table.game])),
    make("a", "btn primary", { href: `/tables/${table.id}` }, say("back_to_table")),
  );
  document.title = `(${waiting.length}) ${document.title.replace(/^\(\d+\) /, "")}`;
}

async function refresh(me) {
  fill("open-tables", await get("/api/tables?count=20"), openRow);
  if (!me) return;
  const mine = (state) => get(`/api/me/tables?which=${state}&count=20`);
  const [waiting, playing, gathering, over] = await Promise.all(["waiting", "playing", "gathering", "over"].map(mine));
  const asked = new Set(waiting.map((table) => table.id));
  fill("my-tables", [...playing, ...gathering], (table) => row(table, say(asked.has(table.id) ? "your_turn" : table.state), open(table)));
  fill("finished-games", over, finishedRow);
  showTurn(waiting);
}

for (const button of document.querySelectorAll("[data-play]")) {
  button.addEventListener("click", () => openSheet(button.dataset.play));
}
byId("play").addEventListener("click", (event) => {
  if (event.target === byId("play") || event.target.closest("[data-act=close]")) byId("play").close();
});
byId("play").addEventListener("close", () => {
  const how = byId("play").returnValue;
  if (how) trying(() => makeTable(how, byId("play").querySelector("form")));
});

byId("play-name").hidden = Boolean(await whoami());
await trying(async () => refresh(await whoami()));
setInterval(async () => {
  if (!document.hidden && !document.querySelector("dialog[open]")) await trying(async () => refresh(await whoami()));
}, FRESH);
