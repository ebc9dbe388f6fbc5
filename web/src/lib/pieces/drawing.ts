/**
 * Our own drawings, on their way into the page. Where a browser has Trusted Types, the server's policy lets HTML in by
 * two doors alone: Svelte's templates, and this one, which lets through nothing that could do anything.
 */
interface Doors {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): string };
}

const ACTIVE = /<\s*(script|foreignobject|iframe)|[\s"'/]on\w+\s*=|javascript:/i;

function checked(svg: string): string {
  if (ACTIVE.test(svg)) throw new TypeError("A drawing holds no scripts.");
  return svg;
}

const doors = (globalThis as { trustedTypes?: Doors }).trustedTypes;
const door = doors?.createPolicy("laguna-drawings", { createHTML: checked }) ?? { createHTML: checked };

/** A drawing for `{@html …}`: text, or what Trusted Types have in its place. Each call makes another one. */
export const drawing = (svg: string): string => door.createHTML(svg);
