// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";

import { settings } from "../../src/lib/settings.svelte";
import type { TableClient } from "../../src/lib/table.svelte";
import type { PersonCard, SeatCard } from "../../src/lib/wire";
import InviteCard from "../../src/pages/InviteCard.svelte";
import OpenTables from "../../src/pages/OpenTables.svelte";
import SeatSheet from "../../src/pages/SeatSheet.svelte";

const ola: PersonCard = { id: "p", name: "Ola", colour: "sea", bot: false };
const seat = (person: PersonCard | null): SeatCard => ({
  person,
  bot: null,
  name: "",
  side: 0,
  namesake: 1,
  policy: null,
});
let sent: { method: string; path: string; body: unknown }[];
let tables: unknown[];

beforeEach(() => {
  settings.language = "pl";
  sent = [];
  tables = [];
  vi.stubGlobal("fetch", async (path: string, how: RequestInit = {}) => {
    sent.push({ method: how.method ?? "GET", path, body: how.body ? JSON.parse(String(how.body)) : null });
    const answer = path.startsWith("/api/tables?") ? tables : { url: "u", qr: "", token: "t", expires: 0 };
    return new Response(JSON.stringify(answer), { status: 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a free seat, for somebody who sits already", () => {
  const show = (sharing: boolean, hosting = false): void => {
    const client = { id: "T", card: { seats: [seat(ola), seat(null)] }, mine: [0], hosting, sharing };
    render(SeatSheet, { client: client as unknown as TableClient, number: 1, onclose: () => {} });
  };
  const device = (): HTMLElement | null => screen.queryByText("Ktoś przy tym urządzeniu");

  test("is taken for somebody else at the device only where that is allowed", () => {
    show(true);
    expect(device()).not.toBeNull();
  });

  test.each([
    [false, /Gospodarz może pozwolić/],
    [true, /Włącz „Kilka osób/],
  ] as const)("else it says who can allow it", (hosting, told) => {
    show(false, hosting);
    expect(device()).toBeNull();
    expect(screen.getByText(told)).toBeTruthy();
  });

  test("is moved to at one stroke", async () => {
    show(false);
    await userEvent.click(screen.getByRole("button", { name: "Przesiadam się tu", hidden: true }));
    expect(sent).toEqual([{ method: "PUT", path: "/api/tables/T/seats/1", body: { who: "me", name: "", leaving: 0 } }]);
  });
});

test("the list of open tables says where several may sit at one device", async () => {
  const table = (id: string, several: boolean): unknown => ({
    id,
    game: "duck",
    seats: [seat(ola), seat(null)],
    host: ola,
    several,
  });
  tables = [table("one", true), table("two", false)];
  render(OpenTables, {});
  expect(await screen.findByText("gospodarz: Ola · 1 wolne miejsce · kilka osób przy jednym urządzeniu")).toBeTruthy();
  expect(screen.getByText("gospodarz: Ola · 1 wolne miejsce")).toBeTruthy();
});

describe("the card with the link", () => {
  const show = (hosting: boolean, open: boolean): void =>
    void render(InviteCard, { table: "T", title: "Kaczki", sitting: true, hosting, open });
  const asked = (): boolean => sent.some(({ path }) => path === "/api/tables/T/invite");

  test("has none to an open table for anybody but its host", async () => {
    show(false, true);
    expect(await screen.findByText(/Linki rozdaje gospodarz/)).toBeTruthy();
    expect(asked()).toBe(false);
  });

  test("has one for the host, who reads what it is good for, and for everybody at a table by invitation", async () => {
    show(true, true);
    expect(await screen.findByText(/pisać własnymi słowami/)).toBeTruthy();
    await vi.waitFor(() => expect(asked()).toBe(true));
    sent = [];
    show(false, false);
    await vi.waitFor(() => expect(asked()).toBe(true));
  });
});
