/** The stage of the diorama: it draws a picture when there is something new to see, and never otherwise. */
import { PCFShadowMap, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";

import type { Eye, Picture, Point } from "../picture";
import { Light } from "./light";
import { picked } from "./pick";
import { eyeOf, Rig, VIEW } from "./rig";
import { Setting } from "./setting";
import { Table } from "./table";

/** Frames whose cost is remembered. */
const REMEMBERED = 60;
const SHARPEST = 2;

export class Stage {
  readonly rig = new Rig();
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera((VIEW * 180) / Math.PI, 1, 0.03, 14);
  readonly #light = new Light();
  readonly #table: Table;
  readonly #costs: number[] = [];
  #setting: Setting;
  #picture: Picture | null = null;
  #eye: Eye = "overview";
  #size = { width: 1, height: 1 };
  #half = 0;
  #frames = 0;
  #asked = 0;
  /** What is new since the last frame. */
  #fresh = true;
  #pixel = 0;

  /** Throws where there is no WebGL. */
  constructor(private readonly canvas: HTMLCanvasElement) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.debug.checkShaderErrors = import.meta.env.DEV; // to ask is to wait for the compiler
    this.#camera.up.set(0, 0, 1);
    this.#table = new Table(this.#sharpness);
    this.#setting = this.#set();
    this.#scene.add(this.#light.group, this.#table.group);
  }

  /** Another picture, or another place to look from. */
  show(picture: Picture, eye: Eye): void {
    this.#picture = picture;
    this.#eye = eye;
    this.#fresh = true;
    if (picture.table !== this.#half) this.#lay(picture.table);
    this.rig.watch(picture, eye === "gunner" ? picture.cannon : null);
    this.draw();
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#renderer.setPixelRatio(Math.min(SHARPEST, devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / Math.max(1, height);
    this.#camera.updateProjectionMatrix();
    this.rig.resize(this.#size);
    this.draw();
  }

  /** Day became night, or night day. */
  recolour(): void {
    this.#setting.dispose();
    this.#setting = this.#set();
    this.#fresh = true;
    if (this.#half) this.#lay(this.#half);
    this.draw();
  }

  /** A frame is wanted: the next time the screen is drawn, once. */
  draw(): void {
    this.#asked ||= requestAnimationFrame((now) => this.#frame(now));
  }

  /** The place on the table at a pixel of the canvas; beyond the horizon, the farthest there is. */
  pointAt(x: number, y: number): Point {
    this.#look();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * x) / this.#size.width - 1, 1 - (2 * y) / this.#size.height), this.#camera);
    const far = 2 * this.#half;
    const met =
      caster.ray.intersectPlane(new Plane(new Vector3(0, 0, 1)), new Vector3()) ??
      caster.ray.origin.clone().addScaledVector(caster.ray.direction, 2 * far);
    return [Math.min(far, Math.max(-far, met.x)), Math.min(far, Math.max(-far, met.y))];
  }

  /** The piece that is meant at a pixel of the canvas. */
  pieceAt(x: number, y: number): number | null {
    this.#look();
    const place = new Vector3();
    const project = (u: number, v: number, z: number): readonly [number, number] | null => {
      place.set(u, v, z).project(this.#camera);
      if (place.z > 1) return null;
      return [((place.x + 1) / 2) * this.#size.width, ((1 - place.y) / 2) * this.#size.height];
    };
    return picked(this.#picture?.bodies ?? [], x, y, project, this.rig.pixel);
  }

  dispose(): void {
    cancelAnimationFrame(this.#asked);
    this.#setting.dispose();
    this.#table.dispose();
    this.#light.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #set(): Setting {
    return new Setting(this.#sharpness, this.#scene, () => this.draw());
  }

  /** How well a print is seen at a slant. */
  get #sharpness(): number {
    return Math.min(8, this.#renderer.capabilities.getMaxAnisotropy());
  }

  #lay(half: number): void {
    this.#half = half;
    this.#table.lay(half, this.#setting.shop.colours);
    this.#light.shine(half, this.#setting.shop.colours.night);
    this.#renderer.shadowMap.needsUpdate = true;
  }

  #look(): void {
    const { pose } = this.rig;
    this.#camera.position.set(...eyeOf(pose));
    this.#camera.lookAt(pose.x, pose.y, pose.z);
    this.#camera.updateMatrixWorld();
  }

  #frame(now: number): void {
    this.#asked = 0;
    if (!this.#picture) return;
    const began = performance.now();
    const moving = this.rig.step(now);
    this.#look();
    const { pixel } = this.rig;
    // Marks keep their size on the screen, so they change with the camera as well.
    if (this.#fresh || Math.abs(pixel / this.#pixel - 1) > 0.02) {
      if (this.#setting.show(this.#picture, pixel)) this.#renderer.shadowMap.needsUpdate = true;
      this.#pixel = pixel;
      this.#fresh = false;
    }
    const { width, height } = this.#size;
    const unit = (2 * Math.tan(VIEW / 2)) / Math.max(1, height);
    const muzzle = this.#eye === "gunner" ? (this.#picture.cannon?.at ?? null) : null;
    this.#setting.figures.face(this.#camera.position, unit, Math.min(21, Math.max(14, width / 28)), muzzle);
    this.#renderer.render(this.#scene, this.#camera);
    this.#note(performance.now() - began);
    if (moving) this.draw();
  }

  /** What a frame cost, for whoever measures. */
  #note(ms: number): void {
    this.#costs.push(ms);
    if (this.#costs.length > REMEMBERED) this.#costs.shift();
    const sorted = this.#costs.toSorted((a, b) => a - b);
    this.#frames += 1;
    this.canvas.dataset["frames"] = String(this.#frames);
    this.canvas.dataset["cost"] = (sorted[sorted.length >> 1] ?? 0).toFixed(2);
  }
}
