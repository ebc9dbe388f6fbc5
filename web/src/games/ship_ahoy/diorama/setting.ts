/** Everything on the table, in the colours of the day or of the night. */
import type { Object3D, Scene } from "three";

import type { Picture } from "../picture";
import { Aim } from "./aim";
import { CannonToy } from "./cannon";
import { Figures } from "./figures";
import { Flight } from "./flight";
import { Marks } from "./marks";
import { palette } from "./palette";
import { Ports } from "./ports";
import { Proposed } from "./proposed";
import { Reach } from "./reach";
import { Rope } from "./rope";
import { Workshop } from "./workshop";

export class Setting {
  readonly shop: Workshop;
  readonly ports: Ports;
  readonly figures: Figures;
  readonly marks: Marks;
  readonly cannon: CannonToy;
  readonly aim: Aim;
  readonly rope: Rope;
  readonly proposed: Proposed;
  readonly flight: Flight;
  readonly reach = new Reach();

  constructor(
    sharpness: number,
    readonly scene: Scene,
    changed: () => void,
  ) {
    this.shop = new Workshop(sharpness, palette(), changed);
    this.ports = new Ports(this.shop);
    this.figures = new Figures(this.shop);
    this.marks = new Marks(this.shop);
    this.cannon = new CannonToy(this.shop.colours);
    this.aim = new Aim(this.shop);
    this.rope = new Rope(this.shop);
    this.proposed = new Proposed(this.shop);
    this.flight = new Flight(this.shop);
    scene.add(...this.#parts);
  }

  /** Whether a shadow moved. */
  show(picture: Picture, pixel: number): boolean {
    this.marks.show(picture, pixel);
    this.aim.show(picture, pixel);
    this.rope.show(picture, pixel);
    this.proposed.show(picture, pixel);
    this.reach.show(picture);
    const gun = this.cannon.group.visible || picture.cannon !== null;
    this.cannon.show(picture.cannon);
    const moved = [
      this.ports.show(picture.ports),
      this.figures.show(picture.bodies, picture.chestOnIsland),
      this.flight.show(picture, pixel),
    ];
    return gun || picture.rope !== null || moved.includes(true);
  }

  /** Pieces and the cannon so much larger than life. */
  swell(size: number): void {
    this.figures.swell(size);
    this.cannon.group.scale.setScalar(size);
  }

  dispose(): void {
    this.scene.remove(...this.#parts);
    for (const part of [
      this.marks,
      this.cannon,
      this.aim,
      this.rope,
      this.proposed,
      this.flight,
      this.reach,
      this.shop,
    ])
      part.dispose();
  }

  get #parts(): Object3D[] {
    return [
      this.ports.group,
      this.figures.group,
      this.marks.group,
      this.cannon.group,
      this.aim.group,
      this.rope.group,
      this.proposed.group,
      this.flight.group,
      this.reach.mesh,
    ];
  }
}
