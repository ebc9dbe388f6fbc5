/** The toy cannon: a barrel on a carriage, its muzzle where the picture says, and a plunger to draw back. */
import { Group, Mesh, MeshLambertMaterial, TorusGeometry } from "three";

import { PHYSICS as P } from "../physics";
import type { Cannon } from "../picture";
import type { Palette } from "./palette";
import { box, column, joined, painted, pipe } from "./solid";

const IRON = "#5d6f7a";
const IRON_DARK = "#43545e";
const BARREL = 0.058;
/** How far the plunger can be drawn, and how far the cannon jumps back. */
const DRAW = 0.032;
const KICK = 0.016;

export class CannonToy {
  readonly group = new Group();
  readonly #material = new MeshLambertMaterial({ vertexColors: true, emissiveIntensity: 0.75 });
  readonly #plunger: Mesh;
  readonly #gun = new Group();
  readonly #red: string;

  /** `opacity`: less than 1 for a ghost. */
  constructor({ sun, danger, coral }: Palette, opacity = 1) {
    this.#red = danger;
    Object.assign(this.#material, { transparent: opacity < 1, opacity, depthWrite: opacity === 1 });
    const high = P.muzzle_height;
    const tube = joined(
      [
        painted(pipe(-BARREL, 0, 0.0125, 0.0105), IRON),
        painted(pipe(-0.007, 0.0005, 0.0128, 0.0135), IRON_DARK),
        painted(pipe(-0.0002, 0.0008, 0.0088, 0.0088), "#1d2a31"),
        painted(pipe(-0.026, -0.022, 0.0122, 0.012), sun),
        painted(pipe(-0.05, -0.045, 0.0135, 0.0132), sun),
        painted(pipe(-BARREL - 0.004, -BARREL, 0.0085, 0.0135), IRON_DARK),
      ].map((part) => part.translate(0, 0, high)),
      "color",
    );
    const wheel = (x: number, y: number, radius: number): ReturnType<typeof painted>[] => [
      painted(
        column(radius, radius, 0.005, -0.0025, 18)
          .rotateX(Math.PI / 2)
          .translate(x, y, radius),
        "#c98a4a",
      ),
      painted(
        new TorusGeometry(radius - 0.0012, 0.0022, 6, 18).rotateX(Math.PI / 2).translate(x, y, radius),
        "#8f5729",
      ),
      painted(
        column(0.003, 0.003, 0.008, -0.004, 10)
          .rotateX(Math.PI / 2)
          .translate(x, y, radius),
        sun,
      ),
    ];
    const carriage = joined(
      [
        painted(box([0.05, 0.02, 0.006], [-0.036, 0, 0.005], 0.92), "#b9783f"),
        painted(box([0.018, 0.024, 0.007], [-0.03, 0, 0.008], 0.9), "#a2672f"),
        ...wheel(-0.024, 0.0165, 0.0125),
        ...wheel(-0.024, -0.0165, 0.0125),
        ...wheel(-0.054, 0.014, 0.0085),
        ...wheel(-0.054, -0.014, 0.0085),
      ],
      "color",
    );
    const rod = joined(
      [
        painted(pipe(-0.022, 0.03, 0.0032, 0.0032, 10), "#e4b57a"),
        painted(pipe(-0.03, -0.02, 0.0085, 0.0085, 14), coral),
        painted(pipe(-0.032, -0.03, 0.006, 0.0085, 14), coral),
      ].map((part) => part.translate(-BARREL - 0.004, 0, high)),
      "color",
    );
    this.#plunger = new Mesh(rod, this.#material);
    this.#gun.add(new Mesh(tube, this.#material), new Mesh(carriage, this.#material), this.#plunger);
    for (const part of this.#gun.children) part.castShadow = part.receiveShadow = opacity === 1;
    this.group.add(this.#gun);
    this.group.visible = false;
  }

  show(cannon: Cannon | null): void {
    this.group.visible = cannon !== null;
    if (!cannon) return;
    const { at, heading, pull, free, recoil } = cannon;
    this.group.position.set(at[0], at[1], 0);
    this.group.rotation.z = heading;
    this.#gun.position.x = -KICK * recoil;
    this.#gun.rotation.y = -0.16 * recoil;
    this.#plunger.position.x = -DRAW * pull;
    this.#material.emissive.set(free ? "#000000" : this.#red);
  }

  dispose(): void {
    for (const part of this.#gun.children) if (part instanceof Mesh) (part as Mesh).geometry.dispose();
    this.#material.dispose();
  }
}
