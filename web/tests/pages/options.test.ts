// @vitest-environment jsdom

import { render, screen } from "@testing-library/svelte";

import type { Sentences } from "../../src/lib/sentences";
import { settings } from "../../src/lib/settings.svelte";
import type { OptionCard } from "../../src/lib/wire";
import { options } from "../../src/games/ship_ahoy/options";
import GameOption from "../../src/pages/GameOption.svelte";

const sentences = { option: (name: string) => ({ label: name, help: "" }) } as unknown as Sentences;

function slide(name: string, value: number, language: "pl" | "en", least: number, most: number): HTMLElement {
  settings.language = language;
  const option: OptionCard = {
    name,
    kind: "number",
    default: value,
    choices: [],
    least,
    most,
    counts: [1, 1, 1],
    sides: [],
  };
  render(GameOption, {
    option,
    look: options[name],
    count: 1,
    value,
    seats: [],
    sentences,
    fixed: false,
    onchoose: vi.fn(),
  });
  return screen.getByRole("slider", { name });
}

test.each([
  ["en", 0, "no end"],
  ["en", 30, "30 rounds"],
  ["pl", 0, "bez końca"],
  ["pl", 20, "20 rund"],
] as const)("a number of rounds is told in %s: %i is “%s”", (language, value, said) => {
  const control = slide("rounds", value, language, 0, 60);
  expect(control.getAttribute("aria-valuetext")).toBe(said);
  expect(screen.getByText(said)).toBeTruthy();
  expect([control.getAttribute("min"), control.getAttribute("max")]).toEqual(["0", "60"]);
});

test("a distance is told in centimetres", () => {
  expect(slide("port_distance", 120, "en", 100, 200).getAttribute("aria-valuetext")).toBe("120 cm");
});
