// @vitest-environment jsdom

import { myself } from "../../src/lib/me.svelte";

const OLA = { person: { id: "p", name: "Ola", colour: "sea", bot: false }, passkeys: 0, muted: [] };

describe("when the server says that the session is over", () => {
  let known: boolean;

  beforeEach(() => {
    known = true;
    myself.me = OLA;
    vi.stubGlobal("fetch", async (_: string, how: RequestInit = {}) => {
      if (how.method !== "DELETE") return new Response(JSON.stringify(known ? OLA : null), { status: 200 });
      known = false;
      expect(await myself.ended()).toBe(false); // the socket may be closed before the answer comes
      return new Response(null, { status: 204 });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("one learns that one was logged out from elsewhere", async () => {
    known = false;
    expect(await myself.ended()).toBe(true);
    expect(myself.me).toBeNull();
  });

  test("whoever has another session goes on", async () => {
    expect(await myself.ended()).toBe(false);
    expect(myself.me).toEqual(OLA);
  });

  test("whoever left is not told so", async () => {
    await myself.leave();
    expect(myself.me).toBeNull();
    expect(await myself.ended()).toBe(false);
  });
});
