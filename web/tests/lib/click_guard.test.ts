// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { guardClicks } from "$lib/frame/click_guard";

let end = (): void => {};
let heard: string[] = [];
let page: HTMLElement;

/** A press at a place, so many milliseconds after the page was opened. */
function press(target: Element, at: number, x = 100, detail = 1): void {
  for (const type of ["pointerdown", "click"]) {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: 100, detail });
    Object.defineProperty(event, "timeStamp", { value: at });
    target.dispatchEvent(event);
  }
}

function part(name: string): HTMLElement {
  const made = page.appendChild(document.createElement("button"));
  made.addEventListener("click", () => heard.push(name));
  return made;
}

beforeEach(() => {
  heard = [];
  page = document.body.appendChild(document.createElement("div"));
  page.className = "table-page";
  document.elementFromPoint = () => null;
  end = guardClicks();
});
afterEach(() => {
  end();
  Reflect.deleteProperty(document, "elementFromPoint");
  document.body.replaceChildren();
});

describe("the second click of a double click", () => {
  it("does not reach what lies below a button that went away", () => {
    const [button, board] = [part("button"), part("board")];
    press(button, 1000);
    button.remove();
    press(board, 1399);
    expect(heard).toEqual(["button"]);
  });

  it("reaches a neighbour of a button that is still there, even if it is disabled now", () => {
    const [button, neighbour] = [part("button"), part("neighbour")];
    document.elementFromPoint = (x) => (x < 112 ? button : neighbour);
    press(button, 1000);
    press(neighbour, 1200, 125);
    press(button, 2000);
    button.setAttribute("disabled", "");
    press(neighbour, 2200, 125);
    expect(heard).toEqual(["button", "neighbour", "button", "neighbour"]);
  });

  it("does not reach what lies where the button was, if that is hidden or elsewhere now", () => {
    const [button, board] = [part("button"), part("board")];
    document.elementFromPoint = () => board;
    press(button, 1000);
    press(board, 1200);
    expect(heard).toEqual(["button"]);
  });

  it("reaches the same button, if it is still there", () => {
    const button = part("button");
    press(button, 1000);
    press(button, 1200);
    expect(heard).toEqual(["button", "button"]);
  });

  it("is none after 400 ms, at another place, or by a key", () => {
    const [button, board] = [part("button"), part("board")];
    press(button, 1000);
    press(board, 1401);
    press(button, 2000);
    press(board, 2100, 300);
    press(button, 3000);
    press(board, 3100, 100, 0);
    expect(heard).toEqual(["button", "board", "button", "board", "button", "board"]);
  });

  it("goes on where one leafs through pages in a dialog", () => {
    const [next, done] = [part("next"), part("done")];
    document.body.append(next, done);
    press(next, 1000);
    next.remove();
    press(done, 1100);
    expect(heard).toEqual(["next", "done"]);
  });
});
