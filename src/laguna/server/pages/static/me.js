// Who one is: shown in the bar, asked for when something needs it.
import { ask, drop, get, post, trying } from "./server.js";
import { byId, choices, face, linkBox, make } from "./dom.js";
import { common } from "./words.js";

const COLOURS = ["coral", "sun", "sand", "palm", "lagoon", "sea", "night", "shell"];
let me = null;

// Who this browser is, or null.
export async function whoami() {
  me = (await get("/api/me").catch(() => null))?.person ?? null;
  show();
  return me;
}

// Be somebody: as before, or new under this name.
export async function become(name) {
  if (!me) {
    const colour = COLOURS[Math.floor(Math.random() * COLOURS.length)];
    me = (await post("/api/me", { name, colour })).person;
    show();
  }
  return me;
}

// Make sure that somebody is here; ask for a name if not. Null: they would rather not say.
export function someone() {
  return me ? Promise.resolve(me) : open();
}

function show() {
  if (me) byId("me").replaceChildren(face(me.name, me.colour), make("span", "name", {}, me.name));
}

function open() {
  const dialog = byId("person");
  const form = dialog.querySelector("form");
  choices(byId("colours"), "colour", COLOURS, (colour) => make("span", `face ${colour}`, { title: colour }), me?.colour ?? "lagoon");
  if (me) form.elements.name.value = me.name;
  byId("keep").hidden = !me;
  byId("recovery-link").hidden = true;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => {
    dialog.addEventListener("close", async () => {
      if (dialog.returnValue === "ok") await trying(() => save(form.elements.name.value, form.elements.colour.value));
      done(me);
    }, { once: true });
  });
}

async function save(name, colour) {
  me = (await ask(me ? "PATCH" : "POST", "/api/me", { name, colour })).person;
  show();
}

byId("me").addEventListener("click", open);
byId("logout").addEventListener("click", () => trying(async () => {
  await drop("/api/me/session");
  location.reload();
}));
byId("recovery").addEventListener("click", () => trying(async () => {
  const words = await common;
  const box = byId("recovery-link");
  box.className = "invite";
  box.replaceChildren(...linkBox(await post("/api/me/recovery"), words), make("p", "soft", {}, words.say("pages", "recovery_more")));
  box.hidden = false;
}));

// The switch of languages keeps the rest of the address: a token in the fragment, for one.
byId("language").addEventListener("click", (event) => {
  event.currentTarget.hash = location.hash;
});
