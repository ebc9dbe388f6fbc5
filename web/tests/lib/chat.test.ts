// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";

import Chat from "../../src/lib/frame/Chat.svelte";
import { settings } from "../../src/lib/settings.svelte";
import type { TableClient } from "../../src/lib/table.svelte";
import type { GameTypes, PersonCard, RemarkCard, SeatCard } from "../../src/lib/wire";

const person = (id: string, name: string): PersonCard => ({ id, name, colour: "sea", bot: false });
const seat = (of: PersonCard, namesake = 1): SeatCard => ({
  person: of,
  bot: null,
  name: "",
  side: 0,
  namesake,
  policy: null,
});
const said = (number: number, of: PersonCard): RemarkCard => ({
  number,
  person: of,
  at: number,
  text: "",
  phrase: "hello",
  to: null,
});
const [ala, aia, eye] = [person("a", "Ala"), person("b", "AIa"), person("c", "Ala")] as const;

function show(more: { words: boolean; open: boolean }): void {
  const card = { seats: [seat(ala), seat(aia, 2)], host: ala, open: more.open };
  const client = { card, words: more.words, remarks: [said(1, ala), said(2, aia), said(3, eye)] };
  render(Chat, { client: client as unknown as TableClient<GameTypes> });
}

const words = (): HTMLElement | null => screen.queryByRole("textbox");

describe("the chat", () => {
  beforeEach(() => {
    settings.language = "pl";
  });

  test("a stranger at an open table has quick phrases, no line to write on, and reads why", () => {
    show({ words: false, open: true });
    expect(words()).toBeNull();
    expect(screen.getByText(/tylko gotowe zwroty/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Powodzenia!" })).toBeTruthy();
  });

  test("whoever is invited to an open table writes, and reads who will read it", () => {
    show({ words: true, open: true });
    expect(words()).not.toBeNull();
    expect(screen.getByText(/przeczytają tylko zaproszeni/)).toBeTruthy();
  });

  test("at a table by invitation everybody writes to everybody", () => {
    show({ words: true, open: false });
    expect(words()).not.toBeNull();
    expect(screen.queryByText(/zaproszeni/)).toBeNull();
  });

  test("speakers whose names look alike are told apart, and so is who only looks on", () => {
    show({ words: true, open: false });
    const lines = screen.getAllByRole("listitem").map((line) => line.textContent!.replace(/\s+/g, " ").trim());
    expect(lines).toEqual(["Ala Cześć!", "AIa (2) Cześć!", "Ala patrzy Cześć!"]);
  });
});
