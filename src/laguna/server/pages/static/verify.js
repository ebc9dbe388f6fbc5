// Checks a record: its chain, its secret and what players mixed in here in the browser; all of it on the server.
import { whoami } from "./me.js";
import { ask } from "./server.js";
import { byId, make } from "./dom.js";
import { common } from "./words.js";

const LINK = 32; // hexadecimal digits
const FAIR = "hmac-sha256";
const words = await common;
const say = (key, facts) => words.say("pages", key, facts);
const utf8 = new TextEncoder();
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// The games of a text: their lines, from the header to the end. Throws if it is no record.
function gamesOf(text) {
  const games = [];
  let lines = [];
  for (const raw of text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n").split("\n").filter(Boolean)) {
    lines.push(raw);
    if (!raw.startsWith('{"finished"')) continue;
    games.push({ lines, header: JSON.parse(lines[0]), end: JSON.parse(raw) });
    lines = [];
  }
  if (lines.length || !games.length || games.some(({ header }) => !header.laguna)) throw new Error("no record");
  return games;
}

// Each line ends with a link: the beginning of SHA-256 over the link before and the line without its own.
async function brokenLine(lines) {
  let link = "";
  for (const [number, raw] of lines.entries()) {
    const [, body, told] = raw.match(/^(.*),"chain":"([0-9a-f]*)"\}$/) ?? [];
    const ends = number === 0 || number === lines.length - 1 ? ',"chain":""}' : "}";
    link = hex(await sha256(utf8.encode(link + body + ends))).slice(0, LINK);
    if (link !== told) return number + 1;
  }
  return null;
}

// The key of the luck: SHA-256 of the secret and, for each seat, the length of its nonce (2 bytes) and the nonce.
async function mixed(secret, nonces) {
  const parts = nonces.map((nonce) => utf8.encode(nonce ?? ""));
  const bytes = parts.flatMap((part) => [part.length >> 8, part.length & 255, ...part]);
  return hex(await sha256(Uint8Array.from([...secret, ...bytes])));
}

async function checkedHere({ lines, header, end }, number, games) {
  const which = games > 1 ? say("game_number", { number }) : "";
  const secret = unhex(end.seed);
  const hash = hex(await sha256(secret));
  const kept = hash === header.commitment;
  const broken = await brokenLine(lines);
  const found = [
    [broken === null, which + say("check_chain"), broken === null ? say("check_chain_more") : say("check_chain_wrong", { line: broken })],
    [kept, which + say("check_commitment"), say(kept ? "check_commitment_more" : "check_commitment_wrong", { hash, promised: header.commitment })],
  ];
  const nonces = (header.nonces ?? []).filter((nonce) => nonce !== null);
  if (header.luck !== FAIR) found.push([true, which + say("check_nonces"), say("check_kind")]);
  else if (!nonces.length) found.push([true, which + say("check_nonces"), say("check_nonces_none")]);
  else found.push([true, which + say("check_nonces"), say("check_nonces_more", { count: nonces.length, key: await mixed(secret, header.nonces) })]);
  return found;
}

async function checkedByServer(text) {
  const told = await ask("POST", "/api/verify", text, "application/jsonl");
  return [told.holds, say("check_server"), told.holds ? say("check_server_more", told) : told.sentence];
}

async function checks(text) {
  const found = [];
  try {
    const games = gamesOf(text);
    if (crypto.subtle) for (const [i, game] of games.entries()) found.push(...await checkedHere(game, i + 1, games.length));
    else found.push([null, say("check_here"), say("check_here_not")]);
  } catch {
    found.push([false, say("check_form"), say("check_form_wrong")]);
  }
  return [...found, await checkedByServer(text)];
}

function show(found) {
  byId("checks").replaceChildren(...found.map(([right, title, more]) => make("li", right ? "right" : right === null ? "" : "wrong", {},
    make("span", "mark", { "aria-hidden": true }, right ? "✓" : right === null ? "–" : "✗"), make("b", "", {}, title), make("small", "", {}, more))));
  const holds = found.every(([right]) => right !== false);
  tell(say(holds ? "all_holds" : "does_not_hold"), holds ? "right" : "wrong");
}

function tell(sentence, className = "") {
  byId("verdict").textContent = sentence;
  byId("verdict").className = `verdict ${className}`;
  byId("outcome").hidden = false;
}

byId("check").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { file, text } = event.target.elements;
  const record = file.files[0] ? await file.files[0].text() : text.value;
  byId("checks").replaceChildren();
  if (!record.trim()) {
    tell(say("no_record"));
    return;
  }
  tell(say("checking"));
  try {
    show(await checks(record));
  } catch (problem) {
    tell(`${say("cannot_check")} ${problem.message}`, "wrong");
  }
  byId("outcome").scrollIntoView({ behavior: "smooth", block: "nearest" });
});
byId("check").elements.text.addEventListener("input", () => { byId("check").elements.file.value = ""; });

await whoami();
