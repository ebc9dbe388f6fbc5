/** What ships carry and hold them: chest, barrels, and the Kraken's arms. */
import { type BufferGeometry, CylinderGeometry, LatheGeometry, Vector2, Vector3 } from "three";

import { box, horn, joined, painted } from "./solid";

const GOLD = "#f6b532";
const WOOD = "#c58242";
const WOOD_DARK = "#8f5729";

/** A chest, 24 mm wide, its foot at (0, 0, 0), its lock towards -y. */
export function chestSolid(): BufferGeometry {
  const [deep, wide, high] = [0.016, 0.024, 0.01];
  const lid = (radius: number, length: number): BufferGeometry =>
    new CylinderGeometry(radius, radius, length, 12, 1, false, 0, Math.PI)
      .rotateZ(Math.PI / 2)
      .rotateX(Math.PI / 2)
      .translate(0, 0, high);
  const band = (x: number): BufferGeometry[] => [
    painted(box([0.003, deep + 0.0012, high], [x, 0, 0]), GOLD),
    painted(lid(deep / 2 + 0.0006, 0.003).translate(x, 0, 0), GOLD),
  ];
  return joined(
    [
      painted(box([wide, deep, high], [0, 0, 0]), WOOD),
      painted(lid(deep / 2, wide), "#a8672f"),
      painted(box([wide + 0.001, deep + 0.001, 0.0018], [0, 0, high - 0.0009]), WOOD_DARK),
      ...band(-0.008),
      ...band(0.008),
      painted(box([0.005, 0.003, 0.006], [0, -deep / 2, high - 0.004]), "#ffd76a"),
    ],
    "color",
  );
}

/** A barrel standing on (0, 0, 0), its hoops in this colour. */
export function barrelSolid(colour: string): BufferGeometry {
  const [tall, slim, belly] = [0.024, 0.0072, 0.0094];
  const bulge = (k: number): number => slim + (belly - slim) * (1 - (2 * k - 1) ** 2);
  const stave = (from: number, to: number, proud: number): BufferGeometry =>
    new LatheGeometry(
      Array.from({ length: 5 }, (_, k) => from + ((to - from) * k) / 4).map(
        (k) => new Vector2(bulge(k) + proud, k * tall),
      ),
      14,
    ).rotateX(Math.PI / 2);
  const lid = (z: number, up: number): BufferGeometry =>
    new CylinderGeometry(slim, slim, 0.0004, 14).rotateX(Math.PI / 2).translate(0, 0, z + up);
  return joined(
    [
      painted(stave(0, 1, 0), "#c58a4c"),
      painted(lid(tall, -0.0002), "#e4b57a"),
      painted(lid(0, 0.0002), "#e4b57a"),
      painted(stave(0.08, 0.28, 0.001), colour),
      painted(stave(0.72, 0.92, 0.001), colour),
    ],
    "color",
  );
}

/** So many arms in a ring of this radius, as tall as this: they swell outwards, and their tips curl in. */
export function armsSolid(count: number, radius: number, tall: number): BufferGeometry {
  const arms = Array.from({ length: count }, (_, k) => {
    const bend = Array.from({ length: 18 }, (__, n) => {
      const t = n / 17;
      const curl = 1.45 * Math.PI * Math.max(0, (t - 0.5) / 0.5);
      const loop = 0.26 * tall + 0.1 * radius;
      return new Vector3(
        radius * (0.78 + 0.32 * Math.sin(Math.PI * Math.min(0.5, t))) - loop * (1 - Math.cos(curl)) * (1 - 0.35 * t),
        0.16 * radius * Math.sin(2 * Math.PI * t),
        (tall - loop) * Math.min(1, t / 0.5) + loop * Math.sin(curl) * (1 - 0.2 * t) - 0.001,
      );
    });
    const thick = 0.13 * radius + 0.0012;
    return painted(
      horn(bend, thick, 0.25 * thick, 8).rotateZ((2 * Math.PI * (k + 0.25)) / count),
      k % 2 ? "#e0667e" : "#cf5570",
    );
  });
  return joined(arms, "color");
}
