// @vitest-environment jsdom

/** The socket of a page, against a server that only says what it is told to say. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

type Socket = (typeof import("$lib/socket.svelte"))["socket"];

const RESTARTING = 1012;
const LOST = 1006;

class Wire {
  static CONNECTING = 0;
  static OPEN = 1;
  static all: Wire[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: () => void = () => {};
  onclose: (event: { code: number }) => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};

  constructor(readonly url: string) {
    Wire.all.push(this);
  }

  static get last(): Wire {
    return Wire.all.at(-1)!;
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(code = LOST): void {
    this.readyState = 3;
    this.onclose({ code });
  }
}

describe("the socket of a page", () => {
  let socket: Socket;
  let opened: number;

  function listen(table?: string): () => void {
    return socket.listen(
      () => {},
      () => (opened += 1),
      table,
    );
  }

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", Wire);
    vi.resetModules();
    Wire.all = [];
    opened = 0;
    ({ socket } = await import("$lib/socket.svelte"));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("comes back at once to a server that restarts, and nobody is told", () => {
    listen();
    Wire.last.open();
    Wire.last.close(RESTARTING);
    expect(socket.state).toBe("open");
    vi.advanceTimersByTime(50);
    expect(Wire.all.length).toBe(2);
    Wire.last.open();
    vi.advanceTimersByTime(60_000);
    expect(socket.state).toBe("open");
    expect(opened).toBe(2);
  });

  it("does not come back in the same millisecond as everybody else", () => {
    const moments = [0, 0.5, 0.99].map((chance) => {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      const end = listen();
      Wire.last.open();
      Wire.last.close(RESTARTING);
      const [known, began] = [Wire.all.length, Date.now()];
      while (Wire.all.length === known) vi.advanceTimersByTime(1);
      end();
      return Date.now() - began;
    });
    vi.restoreAllMocks();
    expect(new Set(moments).size).toBe(3);
  });

  it("says that it is gone after a second and a half, for whatever reason", () => {
    for (const code of [RESTARTING, LOST]) {
      const end = listen();
      Wire.last.open();
      Wire.last.close(code);
      vi.advanceTimersByTime(1_499);
      expect(socket.state).toBe("open");
      vi.advanceTimersByTime(1);
      expect(socket.state).toBe("waiting");
      Wire.last.open();
      expect(socket.state).toBe("open");
      end();
    }
  });

  it("counts from when it broke, however often it tries", () => {
    listen();
    Wire.last.open();
    Wire.last.close();
    for (let time = 0; time < 1_500; time += 100) {
      if (Wire.last.readyState === 0) Wire.last.close();
      vi.advanceTimersByTime(100);
    }
    expect(Wire.all.length).toBeGreaterThan(2);
    expect(socket.state).toBe("waiting");
  });

  it("waits longer and longer for a server that is not there", () => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    listen();
    Wire.last.open();
    Wire.last.close(RESTARTING);
    vi.advanceTimersByTime(25);
    const tries = [400, 800, 1_600, 3_200, 6_400, 8_000, 8_000].map((wait) => {
      const known = Wire.all.length;
      Wire.last.close();
      vi.advanceTimersByTime(wait - 1);
      expect(Wire.all.length).toBe(known);
      vi.advanceTimersByTime(1);
      return Wire.all.length - known;
    });
    vi.restoreAllMocks();
    expect(tries).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  it("tells who asked over it that the connection is gone", async () => {
    listen();
    Wire.last.open();
    const asked = socket.ask({ type: "return", table: "t" });
    Wire.last.close(RESTARTING);
    await expect(asked).rejects.toMatchObject({ code: "offline" });
  });

  it("is opened as a table's where its page is a table's", () => {
    listen("a table");
    expect(Wire.last.url).toMatch(/\/api\/socket\?table=a%20table$/);
  });

  it("is opened anew for a table where it is open already, and then stays", () => {
    listen();
    Wire.last.open();
    expect(Wire.last.url).toMatch(/\/api\/socket$/);
    const before = Wire.last;
    const leave = listen("t");
    expect(before.readyState).toBe(3);
    expect(Wire.last.url).toMatch(/\?table=t$/);
    Wire.last.open();
    expect(opened).toBe(3);
    leave();
    listen("t");
    listen();
    expect(Wire.all.length).toBe(2);
    expect(opened).toBe(5);
  });

  it("hears nothing of a socket that it has left, and closes it once it is open", () => {
    listen();
    const before = Wire.last;
    listen("t");
    expect(before.readyState).toBe(0);
    before.open();
    expect(before.readyState).toBe(3);
    expect(opened).toBe(0);
    before.onclose({ code: LOST });
    vi.advanceTimersByTime(10_000);
    expect(Wire.all.length).toBe(2);
  });
});
