// @vitest-environment jsdom

import type { GameTable } from "$lib/game";
import { ReplayPlayer } from "../../src/lib/frame/replay_player.svelte";
import type * as Duck from "../../src/games/duck/wire";

/** Answers of the server that are still on their way, by what was asked. */
let asked: Map<string, (answer: Response) => void>;
const STEPS = 100;

beforeEach(() => {
  asked = new Map();
  vi.stubGlobal(
    "fetch",
    (path: string) => new Promise<Response>((answer) => asked.set(path.split("?")[1] ?? "", answer)),
  );
});
afterEach(() => vi.unstubAllGlobals());

/** The server answers: 40 steps, whose views say by whose eyes they are seen. */
async function answered(query: string): Promise<void> {
  const wanted = new URLSearchParams(query);
  const first = Number(wanted.get("first"));
  const shown = Array.from({ length: Math.min(40, STEPS - first) }, (_, i) => ({
    number: first + i,
    seat: 0,
    events: [],
    view: `${first + i} by ${wanted.get("seat")}`,
  }));
  asked.get(query)?.(new Response(JSON.stringify({ steps: STEPS, shown })));
  asked.delete(query);
  await new Promise((done) => setTimeout(done)); // until it is read
}

async function player(): Promise<ReplayPlayer<Duck.Types>> {
  const made = new ReplayPlayer("t", { scenes: () => [], sound: () => null } as unknown as GameTable<Duck.Types>, 0);
  await answered("first=0&count=40");
  return made;
}

const seen = (made: ReplayPlayer<Duck.Types>): unknown => made.director.scene?.view;

describe("a finished game, played back", () => {
  test("shows what was wished for last, whichever answer comes first", async () => {
    const made = await player();
    void made.go(99);
    void made.go(60);
    await answered("first=40&count=40");
    expect([made.at, seen(made)]).toEqual([60, "60 by null"]);
    await answered("first=79&count=40");
    expect([made.at, seen(made)]).toEqual([60, "60 by null"]);
  });

  test("does not go back to where a slow answer leads", async () => {
    const made = await player();
    void made.go(99);
    await made.go(5);
    await answered("first=79&count=40");
    expect([made.at, seen(made)]).toEqual([5, "5 by null"]);
    expect(made.steps).toBe(STEPS);
  });

  test("shows nothing that other eyes saw, and stays at the step that was wished for", async () => {
    const made = await player();
    void made.go(99);
    void made.look("1");
    await answered("first=79&count=40");
    expect(seen(made)).toBe("0 by null");
    await answered("first=79&count=40&seat=1");
    expect([made.at, seen(made)]).toEqual([99, "99 by 1"]);
    await made.go(98);
    expect(seen(made)).toBe("98 by 1");
  });
});
