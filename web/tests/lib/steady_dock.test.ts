// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { steadyDock } from "$lib/frame/steady_dock";

/** How high the dock's content is now; the dock is as high as that, and as it has to keep. */
let content: number;
let page: HTMLElement;
let resized: () => void;
let end: () => void;

const kept = (): number => parseFloat(page.style.getPropertyValue("--dock-height") || "0");

/** The window and what the dock has to show. */
function shown(px: number, width = 390, height = 844): void {
  Object.assign(globalThis, { innerWidth: width, innerHeight: height });
  content = px;
  resized();
}

beforeEach(() => {
  content = 0;
  page = document.createElement("div");
  const dock = page.appendChild(document.createElement("section"));
  dock.className = "dock";
  dock.getBoundingClientRect = () => ({ height: Math.max(content, kept()) }) as DOMRect;
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(heard: () => void) {
        resized = heard;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  document.body.append(page);
  // What is known of one game's dock is nothing to another's.
  end = steadyDock(expect.getState().currentTestName ?? "")(page);
});
afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it("keeps a dock as high as it has been, up to a whole pixel", () => {
  shown(200.5);
  expect(kept()).toBe(201);
  shown(120);
  expect(kept()).toBe(201);
  shown(231.25);
  expect(kept()).toBe(232);
});

it("is as high for questions that differ by less than a pixel", () => {
  shown(200.25);
  shown(200.75);
  expect(kept()).toBe(201);
});

it("does not let it creep upwards by what is rounded", () => {
  shown(200);
  shown(200.016);
  expect(kept()).toBe(200);
});

it("measures it anew in another window, and again in the one before", () => {
  shown(300);
  shown(90, 844, 390);
  expect(kept()).toBe(90);
  shown(150);
  expect(kept()).toBe(150);
});

it("keeps no more than its part of the window", () => {
  shown(800);
  expect(kept()).toBe(Math.ceil(0.42 * 844));
});
