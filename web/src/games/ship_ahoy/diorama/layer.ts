/** What lies flat on the table, one thing over the other. */
import { Mesh } from "three";

import type { Workshop } from "./workshop";

/** How high each lies, in metres. */
export const LAYER = {
  shallows: 0.0003,
  reach: 0.0005,
  port: 0.0008,
  token: 0.0012,
  ring: 0.0014,
  base: 0.0017,
  mark: 0.002,
  line: 0.0024,
};

/** The shallow water around land of this radius. */
export function ashore(shop: Workshop, radius: number, z = LAYER.shallows): Mesh {
  const mesh = new Mesh(shop.disc, shop.shallows);
  mesh.scale.setScalar(1.5 * radius);
  mesh.position.z = z;
  mesh.receiveShadow = true;
  return mesh;
}
