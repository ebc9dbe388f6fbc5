/** The ports: flat discs of sand in their colour, and the barrels that lie in them. */
import { Group, Mesh } from "three";

import { PHYSICS as P } from "../physics";
import type { Picture } from "../picture";
import { ashore, LAYER } from "./layer";
import type { Workshop } from "./workshop";

/** From the middle of a port to its barrel, on the side of the land. */
const STORE = 0.052;

export class Ports {
  readonly group = new Group();
  #shown: Picture["ports"] | null = null;

  constructor(private readonly shop: Workshop) {}

  /** Whether anything changed. */
  show(ports: Picture["ports"]): boolean {
    if (ports === this.#shown) return false;
    this.#shown = ports;
    this.group.clear();
    for (const { port, x, y, barrel } of ports) {
      const outwards = Math.atan2(y, x);
      const tile = new Mesh(this.shop.disc, this.shop.port(port));
      tile.position.set(x, y, LAYER.port);
      tile.rotation.z = outwards - Math.PI / 2;
      tile.scale.setScalar(P.port_radius);
      tile.receiveShadow = true;
      tile.renderOrder = 1;
      const shallows = ashore(this.shop, P.port_radius);
      shallows.position.x = x;
      shallows.position.y = y;
      this.group.add(shallows, tile);
      if (barrel === null) continue;
      const cask = new Mesh(this.shop.barrel(barrel), this.shop.paint);
      cask.position.set(x + STORE * Math.cos(outwards), y + STORE * Math.sin(outwards), 0.0095);
      cask.rotation.set(Math.PI / 2, outwards, 0, "ZXY");
      cask.scale.setScalar(1.15);
      cask.castShadow = cask.receiveShadow = true;
      const label = this.shop.label(barrel);
      label.position.set(cask.position.x, cask.position.y, label.position.z);
      this.group.add(cask, label);
    }
    return true;
  }
}
