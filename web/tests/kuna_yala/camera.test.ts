import { expect, it } from "vitest";

import { Camera } from "../../src/games/kuna_yala/camera.svelte";

const frame = { width: 400, height: 300 };

it("looks closer at a point without moving it", () => {
  const camera = new Camera();
  camera.closer(2, { x: 100, y: -50 });
  expect([camera.zoom, camera.x, camera.y]).toEqual([2, -100, 50]);
});

it("is back in the middle once the whole shoal is seen", () => {
  const camera = new Camera();
  camera.closer(2, { x: 100, y: 0 });
  camera.closer(0.1);
  expect([camera.zoom, camera.x, camera.near]).toEqual([1, 0, false]);
});

it("drags only what is looked at closely, and then means no click", () => {
  const camera = new Camera();
  camera.down(1, { x: 0, y: 0 });
  camera.move(1, { x: 30, y: 0 }, frame);
  expect([camera.x, camera.dragged]).toEqual([0, false]);
  camera.closer(2);
  camera.move(1, { x: 60, y: 0 }, frame);
  expect([camera.x, camera.dragged]).toEqual([30, true]);
});

it("pinches with two fingers", () => {
  const camera = new Camera();
  camera.down(1, { x: -50, y: 0 });
  camera.down(2, { x: 50, y: 0 });
  camera.move(2, { x: 150, y: 0 }, frame);
  expect(camera.zoom).toBe(2);
});

it("tells a sweep across a whole shoal from a tap, a slant and a drag", () => {
  const swept = (x: number, y: number, zoom = 1) => {
    const camera = new Camera();
    camera.closer(zoom);
    camera.down(1, { x: 0, y: 0 });
    return camera.up(1, { x, y });
  };
  expect([swept(80, 10), swept(-80, 0), swept(20, 0), swept(80, 70), swept(80, 0, 2)]).toEqual([1, -1, 0, 0, 0]);
});
