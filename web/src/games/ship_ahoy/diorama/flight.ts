/** The ball, and the way it came. */
import { Group, Mesh, MeshBasicMaterial, MeshLambertMaterial } from "three";

import { PHYSICS as P } from "../physics";
import type { Picture } from "../picture";
import { Tube } from "./tube";
import type { Workshop } from "./workshop";

export class Flight {
  readonly group = new Group();
  readonly #ball: Mesh;
  readonly #iron = new MeshLambertMaterial({ color: "#46555f" });
  readonly #air = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  readonly #tube = new Tube(260);
  readonly #trail: Mesh;

  constructor(shop: Workshop) {
    this.#ball = new Mesh(shop.bead, this.#iron);
    this.#ball.castShadow = true;
    this.#ball.visible = false;
    this.#trail = new Mesh(this.#tube.geometry, this.#air);
    this.#trail.frustumCulled = false;
    this.#trail.renderOrder = 7;
    this.group.add(this.#ball, this.#trail);
  }

  /** Whether the ball is to be seen: then shadows move. */
  show({ ball, trail }: Picture, pixel: number): boolean {
    const was = this.#ball.visible;
    this.#ball.visible = ball !== null;
    if (ball) this.#ball.position.set(ball[0], ball[1], ball[2]);
    this.#ball.scale.setScalar(Math.max(P.ball_radius, 3.2 * pixel));
    const way = ball ? [...trail, ball] : trail;
    this.#trail.visible = way.length > 1;
    if (way.length > 1) {
      const thick = Math.max(0.0035, 1.4 * pixel);
      this.#tube.lay(
        way,
        (part) => thick * (0.3 + 0.7 * part),
        (part) => 0.12 + 0.68 * part,
      );
    }
    return was || ball !== null;
  }

  dispose(): void {
    this.#tube.dispose();
    this.#iron.dispose();
    this.#air.dispose();
  }
}
