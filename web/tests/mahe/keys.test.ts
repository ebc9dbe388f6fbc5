// @vitest-environment jsdom

import { describe, expect, it } from "vitest";

import { meant } from "../../src/games/mahe/keys";

function press(key: string, target: HTMLElement = document.body, more: KeyboardEventInit = {}) {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, ...more });
  document.body.append(target === document.body ? document.createElement("i") : target);
  target.dispatchEvent(event);
  return meant(event);
}

describe("keys", () => {
  it.each([
    ["s", "stop"],
    ["S", "stop"],
    ["d", "roll"],
    ["r", "risk"],
  ])("%s means %s", (key, does) => {
    expect(press(key)).toEqual({ does });
  });

  it("looks at a face by its number", () => {
    expect(press("6")).toEqual({ does: "look", face: 6 });
    expect(press("7")).toBeNull();
  });

  it("leaves keys to who writes, and to the browser", () => {
    expect(press("s", document.createElement("input"))).toBeNull();
    expect(press("r", document.body, { ctrlKey: true })).toBeNull();
  });

  it("does what is next by Enter only if nothing has focus", () => {
    expect(press("Enter")).toEqual({ does: "next" });
    expect(press("Enter", document.createElement("button"))).toBeNull();
  });
});
