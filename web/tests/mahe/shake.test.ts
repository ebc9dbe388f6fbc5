// @vitest-environment jsdom

import { expect, it, vi } from "vitest";

import { onShake } from "../../src/games/mahe/shake";

/** The device is moved with this force, so many milliseconds after the page was opened. */
function move(force: number, at: number): void {
  const event = Object.assign(new Event("devicemotion"), { acceleration: { x: force, y: 0, z: 0 } });
  Object.defineProperty(event, "timeStamp", { value: at });
  dispatchEvent(event);
}

it("feels a shake: to and fro in short order, harder than by walking about, and tells of it once", () => {
  const shaken = vi.fn();
  const end = onShake(shaken);
  [4, 6, 5].forEach((force, nth) => move(force, 100 * nth));
  move(20, 1000); // put down
  move(20, 3000);
  expect(shaken).not.toHaveBeenCalled();
  move(-22, 3200);
  move(22, 3300);
  expect(shaken).toHaveBeenCalledTimes(1);
  end();
});

it("listens no longer when the die has been thrown otherwise", () => {
  const shaken = vi.fn();
  onShake(shaken)();
  move(20, 0);
  move(20, 100);
  expect(shaken).not.toHaveBeenCalled();
});
