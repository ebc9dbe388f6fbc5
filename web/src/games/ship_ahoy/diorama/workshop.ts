/** Shapes and materials of everything on the table, each made once and shared. */
import {
  type BufferGeometry,
  CircleGeometry,
  type Material,
  MeshBasicMaterial,
  MeshLambertMaterial,
  RingGeometry,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
} from "three";

import type * as ShipAhoy from "../wire";

import { STANDING } from "../physics";
import type { Body } from "../picture";
import { type CardKind, cardPrint, cardSolid } from "./card";
import { armsSolid, barrelSolid, chestSolid } from "./cargo";
import { islandSolid, mountainSolid } from "./land";
import { CREAM, NOBODY, type Palette } from "./palette";
import { Prints } from "./prints";
import { badgeTile, baseTile, type Emblem, emblemTile, type Flat, flatTile, portTile, shallowsTile } from "./tiles";
import { towerPrint, towerSolid } from "./tower";

/** What stands as one solid of painted parts. */
type Painted = "mountain" | "great_mountain" | "island" | "chest" | "arms" | "tentacles";

const SOLIDS: Readonly<Record<Painted | CardKind | "tower", () => BufferGeometry>> = {
  ship: () => cardSolid("ship"),
  pirate: () => cardSolid("pirate"),
  monster: () => cardSolid("monster"),
  tower: towerSolid,
  mountain: () => mountainSolid(false),
  great_mountain: () => mountainSolid(true),
  island: islandSolid,
  chest: chestSolid,
  arms: () => armsSolid(5, STANDING.kraken.radius, 0.052),
  tentacles: () => armsSolid(6, STANDING.kraken.radius * 0.8, 0.012),
};

/** How far the coloured disc under a piece reaches. */
export const BASE: Readonly<Partial<Record<ShipAhoy.Kind, number>>> = {
  ship: 0.034,
  pirate: 0.034,
  monster: 0.036,
  tower: 0.026,
};

/** How large the sign over a barrel is, and how high above its foot. */
const LABEL = 0.03;
const ABOVE = 0.046;

export class Workshop {
  readonly paint = new MeshLambertMaterial({ vertexColors: true });
  readonly disc = new CircleGeometry(1, 40);
  readonly dot = new CircleGeometry(1, 16);
  readonly ring = new RingGeometry(0.975, 1, 96);
  readonly bead = new SphereGeometry(1, 16, 12);
  readonly prints: Prints;
  readonly #solids = new Map<string, BufferGeometry>();
  readonly #materials = new Map<string, Material>();

  constructor(
    sharpness: number,
    readonly colours: Palette,
    changed: () => void,
  ) {
    this.prints = new Prints(sharpness, changed);
  }

  solid(kind: keyof typeof SOLIDS): BufferGeometry {
    return this.#once(this.#solids, kind, SOLIDS[kind]);
  }

  barrel(port: number): BufferGeometry {
    return this.#once(this.#solids, `barrel ${port}`, () => barrelSolid(this.colour(port)));
  }

  /** A port's colour; without one, the colour of what is nobody's. */
  colour(port: number | null): string {
    return port === null ? NOBODY : (this.colours.ports[port] ?? NOBODY);
  }

  /** The print of a card or a tower. `faint`: one sees through it. */
  piece(body: Pick<Body, "kind" | "port" | "seat">, faint = false): MeshLambertMaterial {
    const { kind, port, seat } = body;
    const name = `${kind} ${port} ${seat}`;
    return this.#once(this.#materials, `${name} ${faint}`, () => {
      const colour = this.colour(port);
      const map = this.prints.drawn(
        name,
        512,
        () => (kind === "tower" ? towerPrint(colour, seat ?? 0) : cardPrint(kind as CardKind, colour, seat)),
        CREAM,
      );
      // A little light of its own: the print is read on the shaded side, too.
      const glowing = { emissive: "#ffffff", emissiveMap: map, emissiveIntensity: this.colours.night ? 0.26 : 0.14 };
      return new MeshLambertMaterial({ map, ...glowing, transparent: faint, opacity: faint ? 0.4 : 1 });
    });
  }

  /** Painted parts that one sees through. */
  get faintPaint(): MeshLambertMaterial {
    return this.#once(
      this.#materials,
      "faint paint",
      () => new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.3 }),
    );
  }

  /** The disc on the water under a piece. */
  base({ kind, port, seat }: Pick<Body, "kind" | "port" | "seat">): MeshLambertMaterial {
    return this.#flat(`base ${kind} ${port} ${seat}`, 256, () =>
      baseTile(kind, seat, kind === "monster" ? "#3c8d6c" : this.colour(port)),
    );
  }

  /** A port shows the sign of its colour, as barrels do: whose it is, its tower says. */
  port(port: number): MeshLambertMaterial {
    return this.#flat(`port ${port}`, 512, () => portTile(port, this.colour(port), this.colours));
  }

  get shallows(): MeshLambertMaterial {
    return this.#flat("shallows", 256, () => shallowsTile(this.colours));
  }

  token(kind: Flat): MeshLambertMaterial {
    return this.#flat(kind, 256, () => flatTile(kind, this.colours));
  }

  /** A sign that stands over a piece and always faces the one who looks. */
  badge(port: number | null, seat: number): SpriteMaterial {
    return this.#sprite(`badge ${port} ${seat}`, () => badgeTile(seat, this.colour(port)));
  }

  /** What is said over a barrel: the sign of its colour. */
  label(barrel: number): Sprite {
    const label = new Sprite(this.badge(barrel, barrel));
    label.scale.setScalar(LABEL);
    label.position.z = ABOVE;
    return label;
  }

  emblem(kind: Emblem): SpriteMaterial {
    return this.#sprite(`emblem ${kind}`, () => emblemTile(kind));
  }

  dispose(): void {
    this.prints.dispose();
    for (const kept of [...this.#solids.values(), ...this.#materials.values()]) kept.dispose();
    for (const kept of [this.paint, this.disc, this.dot, this.ring, this.bead]) kept.dispose();
  }

  #flat(name: string, size: number, svg: () => string): MeshLambertMaterial {
    return this.#once(
      this.#materials,
      name,
      () => new MeshLambertMaterial({ map: this.prints.drawn(name, size, svg), transparent: true, depthWrite: false }),
    );
  }

  #sprite(name: string, svg: () => string): SpriteMaterial {
    return this.#once(
      this.#materials,
      name,
      () => new SpriteMaterial({ map: this.prints.drawn(name, 128, svg), depthWrite: false }),
    );
  }

  #once<T, M extends T>(kept: Map<string, T>, name: string, make: () => M): M {
    const known = kept.get(name) as M | undefined;
    if (known) return known;
    const made = make();
    kept.set(name, made);
    return made;
  }
}

/** A colour that light does not change, for what is no thing but a mark. */
export const glow = (colour: string, opacity = 1): MeshBasicMaterial =>
  new MeshBasicMaterial({ color: colour, transparent: opacity < 1, opacity, depthWrite: false });
