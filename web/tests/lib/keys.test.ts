// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { meantElsewhere } from "$lib/keys";

let heard: boolean[];
const hear = (event: KeyboardEvent): void => void heard.push(meantElsewhere(event));

beforeEach(() => {
  heard = [];
  addEventListener("keydown", hear);
});
afterEach(() => {
  removeEventListener("keydown", hear);
  document.body.replaceChildren();
});

/** Whether a key that is pressed on the first element of this HTML is meant for something else. */
function elsewhere(key: string, html = "", more: KeyboardEventInit = {}): boolean | undefined {
  document.body.innerHTML = html;
  const target = document.body.querySelector("[data-at]") ?? document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
  return heard.at(-1);
}

describe("a key is meant for something else", () => {
  it.each(["ctrlKey", "metaKey", "altKey"])("with %s", (modifier) => {
    expect(elsewhere("l", "", { [modifier]: true })).toBe(true);
    expect(elsewhere("l")).toBe(false);
  });

  it("when somebody has used it already", () => {
    const use = (event: Event): void => event.preventDefault();
    document.body.addEventListener("keydown", use);
    expect(elsewhere("ArrowLeft")).toBe(true);
    document.body.removeEventListener("keydown", use);
  });

  it.each([
    "<input data-at>",
    "<textarea data-at></textarea>",
    "<select data-at></select>",
    "<p contenteditable><b data-at></b></p>",
    "<dialog open><p data-at></p></dialog>",
  ])("in %s", (html) => {
    expect(elsewhere("ArrowLeft", html)).toBe(true);
  });

  it("while a dialog is open, wherever the focus is", () => {
    expect(elsewhere("ArrowLeft", "<dialog open></dialog>")).toBe(true);
    expect(elsewhere("ArrowLeft", "<dialog></dialog><i contenteditable=false data-at></i>")).toBe(false);
  });

  it.each(["<button data-at></button>", '<a href="/"><b data-at></b></a>', "<summary data-at></summary>"])(
    "by Space and Enter on %s, by no other key",
    (html) => {
      const keys = [" ", "Enter", "Escape", "ArrowRight", "l"];
      expect(keys.map((key) => elsewhere(key, html))).toEqual([true, true, false, false, false]);
    },
  );

  it("but not where its button is expected to be pressed on", () => {
    document.body.innerHTML = "<button data-chosen=true></button><button></button>";
    const [chosen, other] = document.body.children;
    const event = (target: Element) => {
      const made = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
      target.dispatchEvent(made);
      return meantElsewhere(made, "[data-chosen=true]");
    };
    expect([event(chosen!), event(other!)]).toEqual([false, true]);
  });
});
