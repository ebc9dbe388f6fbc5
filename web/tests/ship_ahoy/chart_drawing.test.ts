// @vitest-environment jsdom

import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";

import { lensOf } from "../../src/games/ship_ahoy/chart/drawn";
import Scene from "../../src/games/ship_ahoy/chart/Scene.svelte";
import { standing, waters } from "../../src/games/ship_ahoy/intro/waters";
import { introduction } from "../../src/games/ship_ahoy/intro";
import { STANDING, TILT } from "../../src/games/ship_ahoy/physics";
import type { Picture } from "../../src/games/ship_ahoy/picture";
import type * as ShipAhoy from "../../src/games/ship_ahoy/wire";

function drawn(picture: Partial<Picture>): Element {
  return render(Scene, { picture: waters(picture), lens: lensOf({ scale: 800, turn: 0 }) }).container;
}

describe("the chart's drawing", () => {
  it("names every kind of piece that lies on the table", () => {
    const kinds = (Object.keys(STANDING) as ShipAhoy.Kind[]).filter((kind) => kind !== "port");
    const bodies = kinds.map((kind, piece) => standing(piece, null, [piece / 10, 0], 0, { kind, label: `a ${kind}` }));
    const names = [...drawn({ bodies }).querySelectorAll("title")].map((title) => title.textContent);
    expect(names.sort()).toEqual(kinds.map((kind) => `a ${kind}`).sort());
  });

  it("shows a ship from above while it stands, and its side when it has fallen, with the mark of damage", () => {
    const half = TILT.ship!.tilt / 2;
    const lying = standing(0, 0, [0, 0], 0, { lying: true, turn: [Math.cos(half), 0, Math.sin(half), 0] });
    const [up, down] = [drawn({ bodies: [standing(0, 0, [0, 0], 0)] }), drawn({ bodies: [lying] })];
    expect(up.querySelector(".hull")).not.toBeNull();
    expect(up.querySelector('.piece use[href^="#ship-"]')).toBeNull();
    expect(down.querySelector(".hull")).toBeNull();
    expect(down.querySelector('.piece use[href^="#ship-"]')).not.toBeNull();
    expect(down.querySelector('.piece image[href*="damage"]')).not.toBeNull();
  });

  it("marks a forbidden place of the cannon and of the rope", () => {
    const cannon = { at: [0, 0], heading: 0, pull: 0, recoil: 0 } as const;
    expect(drawn({ cannon: { ...cannon, free: true } }).querySelector(".no")).toBeNull();
    expect(drawn({ cannon: { ...cannon, free: false } }).querySelector(".no")).not.toBeNull();
    const blocked = {
      way: [],
      knots: [],
      blocked: { at: [0, 0], to: [0.1, 0] },
      ghost: { piece: 0, x: 0, y: 0, yaw: 0, free: true },
      handle: [0.05, 0],
    } as const;
    expect(drawn({ rope: blocked }).querySelector(".cross")).not.toBeNull();
    expect(drawn({ rope: { ...blocked, blocked: null } }).querySelector(".cross")).toBeNull();
  });
});

describe("the introduction", () => {
  it("has a picture that draws, a heading and a text on every page", () => {
    const pages = introduction();
    expect(pages).toHaveLength(7);
    for (const { picture, title, text } of pages) {
      expect(render(picture).container.querySelector("svg, img")).not.toBeNull();
      expect(title).not.toBe("");
      expect(text.length).toBeGreaterThan(80);
    }
  });
});
