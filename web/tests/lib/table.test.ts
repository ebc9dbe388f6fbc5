// @vitest-environment jsdom

/** A followed table against a socket that only remembers what is said to it. */
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { GameTable } from "$lib/game";
import { socket } from "$lib/socket.svelte";
import { TableClient } from "$lib/table.svelte";
import type { FromServer, TableCard } from "$lib/wire";
import type * as Duck from "../../src/games/duck/wire";

class Wire {
  static OPEN = 1;
  static last: Wire;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};

  constructor() {
    Wire.last = this;
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose({ code });
  }

  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  said(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message["type"] === type);
  }
}

const game = {
  scenes: (_: unknown, events: readonly unknown[], view: unknown) => events.map((event) => ({ view, event, ms: 0 })),
  sound: () => null,
} as unknown as GameTable<Duck.Types>;

const seat = (person: string | null, name = ""): unknown => ({
  person: person && { id: person, name: person },
  bot: null,
  name,
  side: 0,
});
const card = (...seats: unknown[]): TableCard<Duck.Types> =>
  ({
    id: "t",
    game: "duck",
    state: "playing",
    seats,
    host: { id: "ala" },
    asked: [],
    standings: [],
  }) as unknown as TableCard<Duck.Types>;
const sight = (seat: number, ask: number | null, view: string, ...events: unknown[]): unknown => ({
  seat,
  events,
  view,
  question: ask === null ? null : { ask, about: "x", rule: "D1", moves: [], free: [] },
});
const standpoint = (
  version: number,
  of: TableCard<Duck.Types>,
  sights: unknown[],
  missed: unknown[] = [],
): FromServer =>
  ({
    type: "standpoint",
    table: "t",
    id: 0,
    version,
    card: of,
    sights,
    missed,
    remarks: [],
    online: [],
    undo: null,
    words: false,
    now: 0,
  }) as unknown as FromServer;
const MOVE = { move: "draw" } as never;

function followed(of: TableCard<Duck.Types>): TableClient<Duck.Types> {
  const client = new TableClient<Duck.Types>("t", of, "ala", game);
  if (socket.state !== "open") Wire.last.open();
  return client;
}

describe("a followed table", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    Wire.last?.sent.splice(0);
  });

  it("reads deadlines by the server's time, whatever the clock of this machine says", () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell({ ...standpoint(1, client.card, []), now: 5_000 } as FromServer);
    vi.setSystemTime(Date.now() - 7_200_000);
    vi.advanceTimersByTime(3_000);
    expect(client.now()).toBeCloseTo(5_003);
    client.close();
  });

  it("tells scenes how long one may still answer, by the clock of one's own seat alone", () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell({ ...standpoint(1, client.card, [sight(0, 1, "v1")]), now: 5_000 } as FromServer);
    const pushed = vi.spyOn(client.director, "push");
    const moved = (version: number, asked: unknown[]): unknown => ({
      type: "moved",
      table: "t",
      version,
      seat: 1,
      ask: 1,
      asked,
      sights: [sight(0, version, "v")],
    });
    Wire.last.tell(moved(2, [{ seat: 1, due: 5_010 }]));
    Wire.last.tell(moved(3, [{ seat: 0, due: 5_030 }]));
    Wire.last.tell(moved(4, [{ seat: 0, due: null }]));
    expect(pushed.mock.calls.map(([{ leftMs }]) => leftMs)).toEqual([null, expect.closeTo(30_000, -2), null]);
    client.close();
  });

  it("answers a question once, and shows no question while the answer is on its way", async () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell(standpoint(1, client.card, [sight(0, 7, "one")]));
    expect(client.question?.ask).toBe(7);
    const playing = client.play(MOVE);
    expect(client.question).toBeNull();
    void client.play(MOVE);
    expect(Wire.last.said("play").map((message) => message["ask"])).toEqual([7]);
    Wire.last.tell({
      type: "moved",
      table: "t",
      version: 2,
      seat: 0,
      ask: 7,
      asked: [],
      sights: [sight(0, null, "two", { event: "e" })],
    });
    await playing;
    await vi.advanceTimersByTimeAsync(10);
    expect(client.director.scene?.view).toBe("two");
    expect(client.log).toEqual([{ version: 2, seat: 0, event: { event: "e" } }]);
    client.close();
  });

  it("says which rule forbids a move, and asks on", async () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell(standpoint(1, client.card, [sight(0, 7, "one")]));
    const playing = client.play(MOVE);
    const { id } = Wire.last.said("play")[0]!;
    Wire.last.tell({ type: "refused", table: "t", id, seat: 0, ask: 7, rule: "D9", reason: "own_pile" });
    await playing;
    expect(client.refused).toMatchObject({ rule: "D9", reason: "own_pile" });
    expect(client.question?.ask).toBe(7);
    client.close();
  });

  it("offers to ask a move back once, where the server says so, and again after the next move", async () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell(standpoint(1, client.card, [sight(0, 7, "one")]));
    const move = async (version: number): Promise<void> => {
      Wire.last.tell({
        type: "moved",
        table: "t",
        version,
        seat: 0,
        ask: 6 + version,
        asked: [],
        sights: [sight(0, 7 + version, "on", { event: "e" })],
      });
      await vi.advanceTimersByTimeAsync(10);
    };
    expect(client.mayUndo).toBe(false);
    await move(2);
    expect(client.mayUndo).toBe(false);
    Wire.last.tell({ type: "undo_offered", table: "t", version: 2, seat: 0 });
    expect(client.mayUndo).toBe(true);
    Wire.last.tell({ type: "undo_asked", table: "t", version: 2, seat: 0 });
    expect(client.mayUndo).toBe(false);
    Wire.last.tell({ type: "undo_declined", table: "t", version: 2, seat: 0 });
    expect(client.mayUndo).toBe(false);
    await move(3);
    expect(client.mayUndo).toBe(false);
    Wire.last.tell({ type: "undo_offered", table: "t", version: 3, seat: 0 });
    expect(client.mayUndo).toBe(true);
    client.close();
  });

  it("says when the session is over, and not when the connection only broke", async () => {
    const client = followed(card(seat("ala"), seat("ola")));
    const over = vi.fn();
    const end = socket.whenOver(over);
    for (const [code, times] of [
      [1006, 0],
      [1012, 0],
      [4401, 1],
    ] as const) {
      Wire.last.close(code);
      expect(over).toHaveBeenCalledTimes(times);
      await vi.advanceTimersByTimeAsync(20_000);
      Wire.last.open();
    }
    end();
    client.close();
  });

  it("knows whether words of one's own may be said, and when that changes", () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell(standpoint(1, client.card, [sight(0, 7, "one")]));
    expect(client.words).toBe(false);
    Wire.last.tell({ type: "talk", table: "t", words: true });
    expect(client.words).toBe(true);
    client.close();
  });

  it("sends a move again after the connection was gone, if its question is still open, and never else", async () => {
    for (const [open, again] of [
      [7, 1],
      [8, 0],
    ] as const) {
      const client = followed(card(seat("ala"), seat("ola")));
      Wire.last.tell(standpoint(1, client.card, [sight(0, 7, "one")]));
      void client.play(MOVE);
      Wire.last.close();
      await vi.advanceTimersByTimeAsync(1000);
      Wire.last.open();
      expect(Wire.last.said("follow")).toHaveLength(1);
      Wire.last.tell(standpoint(2, client.card, [sight(0, open, "later")]));
      expect(Wire.last.said("play")).toHaveLength(again);
      client.close();
    }
  });

  it("hides the table between people at one device, and shows each only what their own eyes saw", async () => {
    const client = followed(card(seat("ala", "Ala"), seat("ala", "Jaś")));
    const missed = [
      { version: 1, seat: null, undone: false, events: { "0": [{ event: "mine" }], "1": [{ event: "his" }] } },
    ];
    Wire.last.tell(standpoint(1, client.card, [sight(0, null, "a"), sight(1, 3, "b")], missed));
    expect([client.eye, client.curtain, client.question]).toEqual([null, 1, null]);
    client.look(1);
    expect([client.curtain, client.question?.ask, client.director.scene?.view]).toEqual([null, 3, "b"]);
    expect(client.log.map((line) => line.event)).toEqual([{ event: "his" }]);
    client.close();
  });

  it("forgets nothing that happened while it was away", () => {
    const client = followed(card(seat("ala"), seat("ola")));
    Wire.last.tell(
      standpoint(
        1,
        client.card,
        [sight(0, null, "a")],
        [{ version: 1, seat: null, undone: false, events: { "0": [{ event: "dealt" }] } }],
      ),
    );
    const missed = [2, 3].map((version) => ({
      version,
      seat: 1,
      undone: false,
      events: { "0": [{ event: `e${version}` }] },
    }));
    Wire.last.tell(standpoint(3, client.card, [sight(0, 9, "c")], missed));
    expect(client.log.map((line) => line.version)).toEqual([1, 2, 3]);
    expect([client.director.scene?.view, client.question?.ask]).toEqual(["c", 9]);
    client.close();
  });
});
