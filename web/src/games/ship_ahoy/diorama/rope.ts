/** The rope laid from a ship: a twisted cord, its knots, what is in its way, and the ship that waits at its end. */
import { Group, Mesh, MeshLambertMaterial, PlaneGeometry, RepeatWrapping } from "three";

import { STANDING } from "../physics";
import type { Body, Picture, Point, RopeLine } from "../picture";
import { LAYER } from "./layer";
import { CREAM, type Palette } from "./palette";
import { Scatter } from "./scatter";
import { smooth, Tube } from "./tube";
import { BASE, glow, type Workshop } from "./workshop";

const CORD = 0.0026;
const CORD_STEP = 0.006;

export class Rope {
  readonly group = new Group();
  readonly #tube = new Tube(320);
  readonly #cord: MeshLambertMaterial;
  readonly #line: Mesh;
  readonly #knotPaint = new MeshLambertMaterial({ emissive: "#ffb020", emissiveIntensity: 0.22 });
  readonly #knots: Scatter;
  readonly #dash = new PlaneGeometry(1, 1);
  readonly #mark = glow("#ffffff", 0.99);
  /** Seen through whatever stands in front of it. */
  readonly #over = glow("#ffffff", 0.99);
  readonly #cross: Scatter;
  readonly #stop: Scatter;
  readonly #grip: Scatter;
  readonly #floorPaint = glow(CREAM, 0.5);
  readonly #floor: Mesh;
  readonly #ghost = new Mesh();
  readonly #ghostPaint = new MeshLambertMaterial({ transparent: true, opacity: 0.62, depthWrite: false });
  readonly #colours: Palette;

  constructor(private readonly shop: Workshop) {
    this.#colours = shop.colours;
    const map = shop.prints.painted("cord", 32, 32, twist);
    map.wrapS = map.wrapT = RepeatWrapping;
    this.#cord = new MeshLambertMaterial({ map });
    this.#line = new Mesh(this.#tube.geometry, this.#cord);
    this.#line.frustumCulled = false;
    this.#line.castShadow = true;
    this.#knots = new Scatter(shop.bead, this.#knotPaint, 40, 0);
    this.#over.depthTest = false;
    this.#cross = new Scatter(this.#dash, this.#over, 4, 11);
    this.#stop = new Scatter(this.#dash, this.#mark, 120, 6);
    this.#grip = new Scatter(shop.dot, this.#over, 4, 10);
    this.#floor = new Mesh(shop.disc, this.#floorPaint);
    this.#floor.renderOrder = 5;
    this.#ghost.renderOrder = 8;
    this.group.add(
      this.#line,
      this.#knots.mesh,
      this.#stop.mesh,
      this.#grip.mesh,
      this.#cross.mesh,
      this.#floor,
      this.#ghost,
    );
  }

  show({ rope, bodies }: Picture, pixel: number): void {
    this.group.visible = rope !== null;
    if (!rope) return;
    const thick = Math.max(CORD, 1.5 * pixel);
    const line = smooth(rope.way, CORD_STEP);
    this.#tube.lay(
      line.map(([x, y]) => [x, y, thick + 0.001] as const),
      () => thick,
      () => 1,
      7 * thick,
    );
    this.#knots.clear();
    for (const { at, spent } of rope.knots) {
      const size = 2.1 * thick;
      this.#knots.add(at[0], at[1], thick + 0.001, size, 1.25 * size, spent ? this.#colours.sun : "#f3e3c2", 0, size);
    }
    this.#blocked(rope, pixel);
    this.#turn(
      rope,
      bodies.find((body) => body.piece === rope.ghost.piece),
      pixel,
    );
  }

  dispose(): void {
    for (const part of [this.#tube, this.#dash, this.#cord, this.#knotPaint]) part.dispose();
    for (const part of [this.#mark, this.#over, this.#floorPaint, this.#ghostPaint]) part.dispose();
    for (const part of [this.#knots, this.#stop, this.#grip, this.#cross]) part.dispose();
  }

  #blocked({ blocked }: RopeLine, pixel: number): void {
    this.#stop.clear();
    this.#cross.clear();
    if (!blocked) return;
    const { danger } = this.#colours;
    const thick = Math.max(0.003, 2.4 * pixel);
    this.#stop.dashes(blocked.at, blocked.to, LAYER.line, 4 * thick, thick, danger);
    const arm = 6.5 * thick;
    for (const turn of [Math.PI / 4, -Math.PI / 4]) {
      this.#cross.add(blocked.at[0], blocked.at[1], 0.01, 1.25 * arm, 2.6 * thick, CREAM, turn);
    }
    for (const turn of [Math.PI / 4, -Math.PI / 4]) {
      this.#cross.add(blocked.at[0], blocked.at[1], 0.01, arm, 1.4 * thick, danger, turn);
    }
  }

  /** The ghost, and the handle that turns it. */
  #turn({ ghost, handle }: RopeLine, body: Body | undefined, pixel: number): void {
    const { coral, danger } = this.#colours;
    const kind = body?.kind;
    const standing = kind !== undefined && kind in BASE;
    this.#ghost.visible = standing;
    if (body && standing) {
      this.#ghost.geometry = this.shop.solid(body.kind as "ship");
      const { map } = this.shop.piece(body);
      if (this.#ghostPaint.map !== map) {
        this.#ghostPaint.map = map;
        this.#ghostPaint.needsUpdate = true;
      }
      this.#ghostPaint.color.set(ghost.free ? "#ffffff" : danger);
      this.#ghost.material = this.#ghostPaint;
      this.#ghost.position.set(ghost.x, ghost.y, 0.0005);
      this.#ghost.rotation.z = ghost.yaw;
    }
    this.#grip.clear();
    this.#floor.position.set(ghost.x, ghost.y, LAYER.mark);
    this.#floor.scale.setScalar((body && BASE[body.kind]) ?? (kind ? STANDING[kind].radius : 0.034));
    this.#floorPaint.color.set(ghost.free ? CREAM : danger);
    const grip = Math.max(0.01, 9 * pixel);
    const from: Point = [ghost.x, ghost.y];
    const [long, thin] = [Math.max(0.006, 4 * pixel), Math.max(0.002, 1.6 * pixel)];
    this.#stop.dashes(from, handle, LAYER.mark + 0.0003, long, thin, coral);
    this.#grip.add(handle[0], handle[1], LAYER.line + 0.001, 1.3 * grip, 1.3 * grip, CREAM);
    this.#grip.add(handle[0], handle[1], LAYER.line + 0.0016, grip, grip, coral);
  }
}

/** The strands of a rope. */
function twist(context: CanvasRenderingContext2D, width: number, height: number): void {
  context.fillStyle = "#f3d9a4";
  context.fillRect(0, 0, width, height);
  context.strokeStyle = "#a87439";
  context.lineWidth = 4;
  for (let k = -2; k <= 4; k++) {
    context.beginPath();
    context.moveTo((k * width) / 2, 0);
    context.lineTo(((k + 1) * width) / 2, height);
    context.stroke();
  }
}
