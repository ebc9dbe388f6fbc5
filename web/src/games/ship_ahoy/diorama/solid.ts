/** Small solids to build toys from. Up is z everywhere on our table. */
import { BoxGeometry, BufferAttribute, BufferGeometry, Color, CylinderGeometry, Vector3 } from "three";

/** A box with its foot in the middle at (x, y, z); `taper` is how much narrower its top is. */
export function box(
  [depth, width, height]: readonly [number, number, number],
  [x, y, z]: readonly [number, number, number] = [0, 0, 0],
  taper = 1,
): BufferGeometry {
  const solid = new BoxGeometry(depth, height, width);
  if (taper !== 1) narrow(solid, height / 2, taper);
  return solid.rotateX(Math.PI / 2).translate(x, y, z + height / 2);
}

function narrow(solid: BufferGeometry, top: number, taper: number): void {
  const places = solid.getAttribute("position");
  for (let k = 0; k < places.count; k++) {
    if (places.getY(k) < top - 1e-9) continue;
    places.setX(k, places.getX(k) * taper);
    places.setZ(k, places.getZ(k) * taper);
  }
}

/** An upright cylinder with its foot at z. */
export function column(below: number, above: number, height: number, z = 0, sides = 16): BufferGeometry {
  return new CylinderGeometry(above, below, height, sides).rotateX(Math.PI / 2).translate(0, 0, z + height / 2);
}

/** A cylinder that lies along x, from one x to another. */
export function pipe(from: number, to: number, first: number, last: number, sides = 16): BufferGeometry {
  return new CylinderGeometry(last, first, to - from, sides).rotateZ(-Math.PI / 2).translate((from + to) / 2, 0, 0);
}

/** The solid in one colour. */
export function painted(solid: BufferGeometry, colour: string): BufferGeometry {
  const paint = new Color(colour);
  const count = solid.getAttribute("position").count;
  const colours = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) paint.toArray(colours, 3 * k);
  return solid.setAttribute("color", new BufferAttribute(colours, 3));
}

/** The solid with one spot of a texture all over. */
export function dipped(solid: BufferGeometry, u: number, v: number): BufferGeometry {
  const spots = solid.getAttribute("uv");
  for (let k = 0; k < spots.count; k++) spots.setXY(k, u, v);
  return solid;
}

/** Several solids as one, drawn at one go. All of them must have the named attribute beside place and normal. */
export function joined(parts: readonly BufferGeometry[], also: "color" | "uv"): BufferGeometry {
  const flat = parts.map((part) => (part.index ? part.toNonIndexed() : part));
  const whole = new BufferGeometry();
  for (const [name, size] of [
    ["position", 3],
    ["normal", 3],
    [also, also === "uv" ? 2 : 3],
  ] as const) {
    const length = flat.reduce((sum, part) => sum + part.getAttribute(name).count * size, 0);
    const all = new Float32Array(length);
    let at = 0;
    for (const part of flat) {
      all.set(part.getAttribute(name).array, at);
      at += part.getAttribute(name).count * size;
    }
    whole.setAttribute(name, new BufferAttribute(all, size));
  }
  for (const part of [...parts, ...flat]) part.dispose();
  return whole;
}

/** A bent tube along these places, thinner towards its end. */
export function horn(places: readonly Vector3[], thick: number, thin: number, sides = 6): BufferGeometry {
  const rings = places.map((place, k) => {
    const along = new Vector3()
      .subVectors(places[Math.min(k + 1, places.length - 1)]!, places[Math.max(k - 1, 0)]!)
      .normalize();
    const side = new Vector3(0, 1, 0.01).cross(along).normalize();
    const other = new Vector3().crossVectors(along, side);
    const radius = thick + ((thin - thick) * k) / (places.length - 1);
    return Array.from({ length: sides }, (_, n) => {
      const turn = (2 * Math.PI * n) / sides;
      return place
        .clone()
        .addScaledVector(side, radius * Math.cos(turn))
        .addScaledVector(other, radius * Math.sin(turn));
    });
  });
  const [corners, normals, out]: [number[], number[], Vector3] = [[], [], new Vector3()];
  for (let k = 0; k + 1 < rings.length; k++) {
    for (let n = 0; n < sides; n++) {
      const [a, b] = [rings[k]![n]!, rings[k]![(n + 1) % sides]!];
      const [c, d] = [rings[k + 1]![n]!, rings[k + 1]![(n + 1) % sides]!];
      for (const corner of [a, b, d, a, d, c]) {
        out.subVectors(corner, corner === a || corner === b ? places[k]! : places[k + 1]!).normalize();
        corners.push(corner.x, corner.y, corner.z);
        normals.push(out.x, out.y, out.z);
      }
    }
  }
  const tube = new BufferGeometry();
  tube.setAttribute("position", new BufferAttribute(new Float32Array(corners), 3));
  tube.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
  return tube;
}
