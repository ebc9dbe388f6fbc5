/** The stage of the diorama: it draws a picture when there is something new to see, and never otherwise. */
import { PCFShadowMap, PerspectiveCamera, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";

import { FrameGovernor, type Graphics } from "../graphics";
import { HEIGHT, PHYSICS } from "../physics";
import type { Body, Eye, Picture, Point } from "../picture";
import { Light } from "./light";
import { picked } from "./pick";
import { eyeOf, Rig, VIEW } from "./rig";
import { Setting } from "./setting";
import { Table } from "./table";

/** Frames whose cost is remembered. */
const REMEMBERED = 60;
/** How well a print is seen at a slant, where that is smoothed. */
const SHARPEST = 8;
/** A ship is drawn this long at least, in pixels, as far as its neighbours leave room. */
const SHIP_PX = 38;
const MOST_SWELL = 1.7;

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
  /** The screen's next turn, which is waited for. */
  #turn = 0;
  /** Whether a frame is wanted then. */
  #wanted = false;
  /** When the last frame was drawn, until the screen is ready for another; null: nothing is under way. */
  #drawnAt: number | null = null;
  /** What is new since the last frame. */
  #fresh = true;
  #pixel = 0;
  #swollen = 0;

  readonly #governor = new FrameGovernor();

  /** `slow` is told the median of frames that stay slow, `drawn` of every frame. Throws where there is no WebGL. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private graphics: Graphics,
    private readonly slow: (frameMs: number) => void,
    private readonly drawn: () => void,
  ) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: graphics.smooth, alpha: true });
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    this.#renderer.debug.checkShaderErrors = import.meta.env.DEV; // to ask is to wait for the compiler
    this.#camera.up.set(0, 0, 1);
    this.#table = new Table(this.#sharpness);
    this.#setting = this.#set();
    this.#scene.add(this.#light.group, this.#table.group);
    this.#enrich();
  }

  /** Draw as richly as this from now on. Edges stay as they are: a canvas is made with smooth ones or without. */
  enrich(graphics: Graphics): void {
    if (graphics === this.graphics) return;
    this.graphics = graphics;
    this.#enrich();
    this.#governor.restart();
    this.resize(this.#size.width, this.#size.height);
  }

  /** Another picture, or another place to look from. */
  show(picture: Picture, eye: Eye): void {
    this.#picture = picture;
    this.#eye = eye;
    this.#fresh = true;
    if (picture.table !== this.#half) this.#lay(picture.table);
    // Who aims and does not look along the cannon wants to see the whole table.
    const focus = picture.wedge ? { at: [0, 0] as const, span: 2 * picture.table } : picture.focus;
    this.rig.watch({ ...picture, focus }, eye === "gunner" ? picture.cannon : null);
    this.draw();
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.#renderer.setPixelRatio(Math.min(this.graphics.pixels, devicePixelRatio));
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
    this.#wanted = true;
    this.#turn ||= requestAnimationFrame((now) => this.#next(now));
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
    return picked(this.#picture?.bodies ?? [], x, y, (u, v, z) => this.#project(u, v, z), this.rig.pixel);
  }

  /** The pixel of the canvas right over a piece; null: it is behind the eye. */
  above({ x, y, kind, lying, at }: Body): Point | null {
    this.#look();
    return this.#project(x, y, at[2] + (lying ? 0.02 : (HEIGHT[kind] ?? 0.01) * Math.max(1, this.#swollen)));
  }

  #project(x: number, y: number, z: number): Point | null {
    const place = new Vector3(x, y, z).project(this.#camera);
    if (place.z > 1) return null;
    return [((place.x + 1) / 2) * this.#size.width, ((1 - place.y) / 2) * this.#size.height];
  }

  dispose(): void {
    cancelAnimationFrame(this.#turn);
    this.#setting.dispose();
    this.#table.dispose();
    this.#light.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #set(): Setting {
    return new Setting(this.#sharpness, this.#scene, () => this.draw());
  }

  get #sharpness(): number {
    return this.graphics.smooth ? Math.min(SHARPEST, this.#renderer.capabilities.getMaxAnisotropy()) : 1;
  }

  #enrich(): void {
    const { shadows, water } = this.graphics;
    this.#renderer.shadowMap.enabled = shadows;
    this.#renderer.shadowMap.needsUpdate = shadows;
    this.#table.sharpness = this.#setting.shop.prints.sharpness = this.#sharpness;
    this.#light.shadows = shadows;
    this.#table.lit = water;
  }

  #lay(half: number): void {
    this.#half = half;
    this.#light.shine(half, this.#setting.shop.colours.night);
    this.#table.lay(half, this.#setting.shop.colours, this.#light.onWater);
    this.#renderer.shadowMap.needsUpdate = true;
  }

  #look(): void {
    const { pose } = this.rig;
    this.#camera.position.set(...eyeOf(pose));
    this.#camera.lookAt(pose.x, pose.y, pose.z);
    this.#camera.updateMatrixWorld();
  }

  /** The screen is ready: what the last frame took is known, and a frame that is wanted is drawn. */
  #next(now: number): void {
    this.#turn = 0;
    const slow = this.#drawnAt === null ? null : this.#governor.note(now - this.#drawnAt);
    this.#drawnAt = null;
    if (slow !== null) this.slow(slow);
    if (!this.#wanted || !this.#picture) return;
    this.#wanted = false;
    this.#drawnAt = now;
    this.#frame(now, this.#picture);
    this.#turn ||= requestAnimationFrame((then) => this.#next(then));
  }

  #frame(now: number, picture: Picture): void {
    const began = performance.now();
    const moving = this.rig.step(now);
    this.#look();
    const { pixel } = this.rig;
    // Marks keep their size on the screen, so they change with the camera as well.
    if (this.#fresh || Math.abs(pixel / this.#pixel - 1) > 0.02) {
      if (this.#setting.show(picture, pixel)) this.#renderer.shadowMap.needsUpdate = true;
      this.#pixel = pixel;
      this.#fresh = false;
      this.#swollen = 0; // there may be new pieces
    }
    this.#swell(pixel);
    const unit = (2 * Math.tan(VIEW / 2)) / Math.max(1, this.#size.height);
    const followed = picture.chase?.at ?? (this.#eye === "gunner" ? picture.cannon?.at : undefined) ?? null;
    this.#setting.figures.face(this.#camera.position, unit, followed);
    this.#renderer.render(this.#scene, this.#camera);
    this.#note(performance.now() - began);
    if (moving) this.draw();
    this.drawn();
  }

  /** From afar pieces are larger than life: a ship is never so small on the screen that it is not seen. */
  #swell(pixel: number): void {
    const size = Math.min(MOST_SWELL, Math.max(1, (SHIP_PX * pixel) / PHYSICS.hull_width));
    if (Math.abs(size - this.#swollen) < 0.01) return;
    this.#swollen = size;
    this.#setting.swell(size);
    this.#renderer.shadowMap.needsUpdate = true;
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
