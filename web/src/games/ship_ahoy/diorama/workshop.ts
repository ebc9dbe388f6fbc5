/** Shapes and materials of everything on the table, each made once and shared. */
import {
  type BufferGeometry, CircleGeometry, type Material, MeshBasicMaterial, MeshLambertMaterial, RingGeometry, SphereGeometry,
  SpriteMaterial,
} from "three";

import monster from "$art/sea-monster.svg?raw";
import kraken from "$art/kraken.svg?raw";
import swords from "$art/die-swords.svg?raw";
import wind from "$art/wind.svg?raw";
import type { ShipAhoy } from "$lib/wire";

import { STANDING } from "../physics";
import type { Body } from "../picture";
import { type CardKind, cardPrint, cardSolid, sign } from "./card";
import { armsSolid, barrelSolid, chestSolid } from "./cargo";
import { islandSolid, mountainSolid } from "./land";
import { CREAM, INK, NOBODY, type Palette } from "./palette";
import { dyed, inside, Prints, sheet } from "./prints";
import { towerPrint, towerSolid } from "./tower";

/** The pirate's sign, as on its sail. */
const SKULL =
  `<circle cx="48" cy="48" r="45" fill="${NOBODY}" stroke="${CREAM}" stroke-width="5"/><g transform="translate(-58 -46) scale(2.3)">` +
  `<path d="M46 33c-6 0-9 4-9 8 0 3 2 5 4 6v3h10v-3c2-1 4-3 4-6 0-4-3-8-9-8z" fill="${CREAM}"/><g fill="${NOBODY}">` +
  `<circle cx="42.500" cy="41" r="2.300"/><circle cx="49.500" cy="41" r="2.300"/></g></g>`;

/** What stands as one solid of painted parts. */
type Painted = "mountain" | "great_mountain" | "island" | "chest" | "arms" | "tentacles";
/** What lies flat. */
export type Flat = "flat_island" | "wind" | "kraken";

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
export const BASE: Readonly<Partial<Record<ShipAhoy.Kind, number>>> = { ship: 0.034, pirate: 0.034, monster: 0.036, tower: 0.026 };

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
      const map = this.prints.drawn(name, 512, () =>
        kind === "tower" ? towerPrint(colour, seat ?? 0) : cardPrint(kind as CardKind, colour, seat), CREAM);
      // A little light of its own: the print is read on the shaded side, too.
      const glowing = { emissive: "#ffffff", emissiveMap: map, emissiveIntensity: this.colours.night ? 0.26 : 0.14 };
      return new MeshLambertMaterial({ map, ...glowing, transparent: faint, opacity: faint ? 0.4 : 1 });
    });
  }

  /** Painted parts that one sees through. */
  get faintPaint(): MeshLambertMaterial {
    return this.#once(this.#materials, "faint paint", () =>
      new MeshLambertMaterial({ vertexColors: true, transparent: true, opacity: 0.3 }));
  }

  /** The disc on the water under a piece: its colour, and its sign on both sides of the card. */
  base({ kind, port, seat }: Pick<Body, "kind" | "port" | "seat">): MeshLambertMaterial {
    return this.#flat(`base ${kind} ${port} ${seat}`, 256, () => {
      const colour = kind === "monster" ? "#3c8d6c" : this.colour(port);
      const emblem = seat !== null ? sign(seat, colour, 0, 0, 13) : `<g transform="scale(.3) translate(-48 -46)">${inside(kind === "monster" ? monster : SKULL)}</g>`;
      // Upright for whoever looks at the one face of the card, and for whoever looks at the other.
      const signs = kind === "tower" ? "" : [[28, 90], [68, -90]].map(([x, turn]) => `<g transform="translate(${x} 48) rotate(${turn})">${emblem}</g>`).join("");
      return sheet(
        96,
        `<circle cx="48" cy="48" r="46" fill="${colour}" fill-opacity=".5" stroke="${CREAM}" stroke-width="2.5"/>`,
        `<circle cx="48" cy="48" r="40" stroke="${colour}" stroke-width="10"/>`,
        signs,
      );
    });
  }

  /** A port's tile: sand, and around it its colour with its sign. */
  port(port: number, seat: number): MeshLambertMaterial {
    return this.#flat(`port ${port} ${seat}`, 512, () => {
      const colour = this.colour(port);
      const { sand, sandShade } = this.colours;
      const signs = Array.from({ length: 8 }, (_, k) =>
        `<g transform="rotate(${45 * k + 22.5} 48 48)">${sign(seat, colour, 48, 8.6, 5)}</g>`).join("");
      const grains = Array.from({ length: 46 }, (_, k) => {
        const [far, turn] = [4 + 26 * ((k * 0.618) % 1), k * 2.4];
        return `M${48 + far * Math.cos(turn)} ${48 + far * Math.sin(turn)}h.1`;
      }).join("");
      return sheet(
        96,
        `<circle cx="48" cy="48" r="48" fill="${sand}"/><circle cx="48" cy="48" r="40" stroke="${colour}" stroke-width="12.500"/>`,
        `<circle cx="48" cy="48" r="33.500" stroke="${sandShade}" stroke-width="1.500"/>`,
        `<path d="${grains}" stroke="${sandShade}" stroke-width="1.600"/>`, signs,
      );
    });
  }

  /** Foam and shallow water around land, whose own radius is 2/3 of the disc. */
  get shallows(): MeshLambertMaterial {
    return this.#flat("shallows", 256, () => {
      const { shallow, night } = this.colours;
      const foam = night ? 0.2 : 0.38;
      const ring = (radius: number, wobble: number, turn: number): string => {
        const spots = Array.from({ length: 48 }, (_, k) => {
          const [way, far] = [(2 * Math.PI * k) / 48, radius + wobble * Math.sin(7 * ((2 * Math.PI * k) / 48) + turn)];
          return `${48 + far * Math.cos(way)} ${48 + far * Math.sin(way)}`;
        });
        return `M${spots.join("L")}z`;
      };
      return sheet(96, `<path d="${ring(43, 2, 0)}" fill="${shallow}" fill-opacity=".45" stroke="#fff" stroke-opacity="${0.6 * foam}" stroke-width="1.200"/>`,
        `<path d="${ring(38, 1.300, 2)}" fill="${shallow}" fill-opacity=".7" stroke="#fff" stroke-opacity="${1.6 * foam}" stroke-width="1.400" stroke-dasharray="16 5 4 5"/>`);
    });
  }

  /** A token or tile that lies flat. */
  token(kind: Flat): MeshLambertMaterial {
    return this.#flat(`${kind}`, 256, () => {
      if (kind === "wind") return sheet(96, `<g transform="translate(-.500 -1) scale(1.02)">${inside(wind)}</g>`);
      if (kind === "kraken") {
        return sheet(96, `<circle cx="48" cy="48" r="46" fill="${this.colours.deep}" stroke="#e0667e" stroke-width="4"/>`,
          `<g transform="translate(12 8) scale(.75)">${inside(kraken)}</g>`);
      }
      const { sand, sandShade } = this.colours;
      return sheet(96, `<path d="M48 1c20-1 30 8 38 20s12 30 4 46-22 28-44 28S8 82 3 64 4 26 16 14 34 2 48 1z" fill="${sand}"/>`,
        `<path d="M48 10c16 0 24 6 30 16s8 24 2 36-18 22-34 22-28-8-32-22 0-30 8-38 16-14 26-14z" fill="${sandShade}" opacity=".6"/>`,
        `<path d="M62 30q-10-8-18 0 10 0 12 6-10 2-8 12 8-8 12-6 4 8 14 6-6-6-4-10 8 0 10-8-8 2-12-2 2-8-4-12-2 8-2 14z" fill="#4c9a5b"/>`,
        `<path d="M20 66q8-4 14 2M30 30q4-3 8 0" stroke="${INK}" stroke-opacity=".25" stroke-width="2"/>`);
    });
  }

  /** A sign that stands over a piece and always faces the one who looks. */
  badge(port: number | null, seat: number): SpriteMaterial {
    return this.#sprite(`badge ${port} ${seat}`, () =>
      sheet(48, `<circle cx="24" cy="24" r="23.500" fill="${CREAM}"/>`, `<circle cx="24" cy="24" r="18" stroke="${this.colour(port)}" stroke-width="7"/>`,
        sign(seat, this.colour(port), 24, 24, 15)));
  }

  /** A token's picture over what it lies under; crossed swords over a melee. */
  emblem(kind: "wind" | "kraken" | "swords" | "pirate" | "monster"): SpriteMaterial {
    const art = { wind, kraken, swords, monster, pirate: SKULL }[kind];
    return this.#sprite(`emblem ${kind}`, () => sheet(96, dyed(inside(art), NOBODY)));
  }

  dispose(): void {
    this.prints.dispose();
    for (const kept of [...this.#solids.values(), ...this.#materials.values()]) kept.dispose();
    for (const kept of [this.paint, this.disc, this.dot, this.ring, this.bead]) kept.dispose();
  }

  #flat(name: string, size: number, svg: () => string): MeshLambertMaterial {
    return this.#once(this.#materials, name, () =>
      new MeshLambertMaterial({ map: this.prints.drawn(name, size, svg), transparent: true, depthWrite: false }));
  }

  #sprite(name: string, svg: () => string): SpriteMaterial {
    return this.#once(this.#materials, name, () => new SpriteMaterial({ map: this.prints.drawn(name, 128, svg), depthWrite: false }));
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
