/** Checks a record as far as a browser can: its chain, its secret, and what players mixed into the luck. */

const LINK = 32; // hexadecimal digits
const FAIR = "hmac-sha256";

interface Header {
  readonly laguna: number;
  readonly commitment: string;
  readonly luck: string;
  readonly nonces?: readonly (string | null)[];
}

/** One game of a record: its lines, from the header to the end. */
export interface RecordedGame {
  readonly lines: readonly string[];
  readonly header: Header;
  readonly seed: string;
}

/** What was found of a game. `key`: of the luck, where it is fair and somebody added something. */
export interface Finding {
  readonly brokenLine: number | null;
  readonly hash: string;
  readonly promised: string;
  readonly fair: boolean;
  readonly nonces: number;
  readonly key: string;
}

const utf8 = new TextEncoder();
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** The games of a text. Throws if it is no record. */
export function gamesOf(text: string): RecordedGame[] {
  const games: RecordedGame[] = [];
  let lines: string[] = [];
  const rows = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .split("\n")
    .filter(Boolean);
  for (const row of rows) {
    lines.push(row);
    if (!row.startsWith('{"finished"')) continue;
    const header = JSON.parse(lines[0] ?? "") as Header;
    const { seed } = JSON.parse(row) as { seed: string };
    games.push({ lines, header, seed });
    lines = [];
  }
  if (lines.length || !games.length || games.some(({ header }) => !header.laguna))
    throw new Error("This is no record.");
  return games;
}

/** Each line ends with a link: the beginning of SHA-256 over the link before and the line without its own. */
export async function brokenLine(lines: readonly string[]): Promise<number | null> {
  let link = "";
  for (const [number, row] of lines.entries()) {
    const [, body = "", told] = /^(.*),"chain":"([0-9a-f]*)"\}$/.exec(row) ?? [];
    const ends = number === 0 || number === lines.length - 1 ? ',"chain":""}' : "}";
    link = (await sha256(utf8.encode(link + body + ends))).slice(0, LINK);
    if (link !== told) return number + 1;
  }
  return null;
}

/** The key of the luck: SHA-256 of the secret and, for each seat, the length of its nonce (2 bytes) and the nonce. */
async function mixed(secret: Uint8Array, nonces: readonly (string | null)[]): Promise<string> {
  const parts = nonces.map((nonce) => utf8.encode(nonce ?? ""));
  const bytes = parts.flatMap((part) => [part.length >> 8, part.length & 255, ...part]);
  return sha256(Uint8Array.from([...secret, ...bytes]));
}

export async function found({ lines, header, seed }: RecordedGame): Promise<Finding> {
  const secret = unhex(seed);
  const nonces = header.nonces ?? [];
  const added = nonces.filter((nonce) => nonce !== null).length;
  const fair = header.luck === FAIR;
  return {
    brokenLine: await brokenLine(lines),
    hash: await sha256(secret),
    promised: header.commitment,
    fair,
    nonces: added,
    key: fair && added ? await mixed(secret, nonces) : "",
  };
}
