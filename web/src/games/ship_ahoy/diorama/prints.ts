/** Our drawings, printed: each once on a canvas, as a texture that every piece of its kind shares. */
import { CanvasTexture, SRGBColorSpace } from "three";

export type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void;

export class Prints {
  readonly #kept = new Map<string, CanvasTexture>();
  #closed = false;

  /** `changed` is called when a picture that was asked for earlier has come. */
  constructor(
    private sharp: number,
    private readonly changed: () => void,
  ) {}

  /** How well prints are seen at a slant. */
  set sharpness(sharpness: number) {
    if (sharpness === this.sharp) return;
    this.sharp = sharpness;
    for (const texture of this.#kept.values()) {
      texture.anisotropy = sharpness;
      texture.needsUpdate = true;
    }
  }

  /** Something painted by hand, under a name. */
  painted(name: string, width: number, height: number, draw: Draw): CanvasTexture {
    return this.#print(name, width, height, draw);
  }

  /** An SVG, printed on this ground. The picture comes a little later than the texture. */
  drawn(name: string, size: number, svg: () => string, ground: string | null = null): CanvasTexture {
    const known = this.#kept.get(name);
    if (known) return known;
    const texture = this.#print(name, size, size, (context) => {
      if (!ground) return;
      context.fillStyle = ground;
      context.fillRect(0, 0, size, size);
    });
    void picture(svg(), size).then((image) => {
      if (this.#closed || this.#kept.get(name) !== texture) return;
      texture.image.getContext("2d")?.drawImage(image, 0, 0, size, size);
      texture.needsUpdate = true;
      this.changed();
    });
    return texture;
  }

  dispose(): void {
    this.#closed = true;
    for (const texture of this.#kept.values()) texture.dispose();
    this.#kept.clear();
  }

  #print(name: string, width: number, height: number, draw: Draw): CanvasTexture {
    const known = this.#kept.get(name);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    if (context) draw(context, width, height);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = this.sharp;
    this.#kept.set(name, texture);
    return texture;
  }
}

/** The drawing inside an SVG file. */
export const inside = (svg: string): string => svg.replace(/<svg[^>]*>|<\/svg>/g, "");

/** A drawing in the colour of a seat. */
export const dyed = (svg: string, colour: string): string => svg.replace(/var\(--seat,[^)]*\)/g, colour);

/** A whole SVG with these drawings in it. */
export const sheet = (side: number, ...drawings: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" fill="none" stroke-linecap="round" ` +
  `stroke-linejoin="round">${drawings.join("")}</svg>`;

async function picture(svg: string, size: number): Promise<HTMLImageElement> {
  const image = new Image(size, size);
  const sized = svg.replace("<svg ", `<svg width="${size}" height="${size}" `);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  return image;
}
