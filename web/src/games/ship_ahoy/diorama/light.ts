/** The light on the table: sun by day, moon and a lamp by night. Shadows are drawn anew only where something moved. */
import { type Color, DirectionalLight, Group, HemisphereLight, PointLight } from "three";

const SHADOWS = 2048;

export class Light {
  readonly group = new Group();
  readonly #sky = new HemisphereLight();
  readonly #sun = new DirectionalLight();
  readonly #lamp = new PointLight("#ffc680", 0, 0, 1.6);
  #half = 0;

  constructor() {
    this.#sun.shadow.mapSize.set(SHADOWS, SHADOWS);
    this.#sun.shadow.radius = 3;
    this.#sun.shadow.normalBias = 0.0012;
    this.#sky.position.set(0, 0, 1);
    this.group.add(this.#sky, this.#sun, this.#sun.target, this.#lamp);
  }

  /** Whether things cast shadows. */
  set shadows(cast: boolean) {
    this.#sun.castShadow = cast;
  }

  /** The light that falls on level water, half-way from the middle of the table to its edge. */
  get onWater(): Color {
    const high = this.#sun.position.z / this.#sun.position.length();
    const light = this.#sky.color.clone().multiplyScalar(this.#sky.intensity);
    light.add(this.#sun.color.clone().multiplyScalar(this.#sun.intensity * high));
    const away = Math.hypot(this.#lamp.position.z, this.#half / 2);
    const shine = (this.#lamp.intensity * this.#lamp.position.z) / away ** (1 + this.#lamp.decay);
    return light.add(this.#lamp.color.clone().multiplyScalar(shine)).multiplyScalar(1 / Math.PI);
  }

  /** For a table of this size. */
  shine(half: number, night: boolean): void {
    this.#sky.color.set(night ? "#9db8dc" : "#f4fbff");
    this.#sky.groundColor.set(night ? "#2a3d55" : "#cdbb98");
    this.#sky.intensity = night ? 1.55 : 2.0;
    this.#sun.color.set(night ? "#c4d6f5" : "#fff0d2");
    this.#sun.intensity = night ? 1.15 : 1.55;
    this.#sun.position.set(-0.85 * half, -0.55 * half, 1.6 * half);
    this.#lamp.intensity = night ? 4.2 : 0;
    this.#lamp.visible = night; // a lamp that is there is reckoned with in every pixel, lit or not
    this.#half = half;
    this.#lamp.position.set(0.1, -0.15, 1.15 * half);
    const { camera } = this.#sun.shadow;
    const reach = 1.32 * half;
    Object.assign(camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.2, far: 4.2 * half });
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.#sun.dispose();
    this.#lamp.dispose();
    this.#sky.dispose();
  }
}
