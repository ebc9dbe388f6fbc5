/** Many small things of one shape – dots, dashes, knots – drawn at one go. */
import { type BufferGeometry, Color, InstancedMesh, type Material, Matrix4, Quaternion, Vector3 } from "three";

import type { Point } from "../picture";

const UP = new Vector3(0, 0, 1);
const [MATRIX, PLACE, TURN, SIZE, PAINT] = [new Matrix4(), new Vector3(), new Quaternion(), new Vector3(), new Color()];

export class Scatter {
  readonly mesh: InstancedMesh;
  readonly #room: number;

  constructor(shape: BufferGeometry, material: Material, room: number, order: number) {
    this.#room = room;
    this.mesh = new InstancedMesh(shape, material, room);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = order;
    this.mesh.setColorAt(0, PAINT.set("#ffffff"));
    this.clear();
  }

  clear(): void {
    this.mesh.count = 0;
    this.mesh.visible = false;
  }

  /** One more, as long as there is room. */
  add(x: number, y: number, z: number, wide: number, high: number, colour: string, turn = 0, deep = 1): void {
    const { mesh } = this;
    if (mesh.count >= this.#room) return;
    MATRIX.compose(PLACE.set(x, y, z), TURN.setFromAxisAngle(UP, turn), SIZE.set(wide, high, deep));
    mesh.setMatrixAt(mesh.count, MATRIX);
    mesh.setColorAt(mesh.count, PAINT.set(colour));
    mesh.count += 1;
    mesh.visible = true;
    mesh.instanceMatrix.needsUpdate = true;
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }

  /** Dashes along a line. */
  dashes(from: Point, to: Point, z: number, long: number, thick: number, colour: string): void {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = Math.hypot(dx, dy);
    const count = Math.max(1, Math.round(length / (1.8 * long)));
    for (let k = 0; k < count; k++) {
      const part = (k + 0.5) / count;
      this.add(from[0] + part * dx, from[1] + part * dy, z, long, thick, colour, Math.atan2(dy, dx));
    }
  }

  dispose(): void {
    this.mesh.dispose();
  }
}
