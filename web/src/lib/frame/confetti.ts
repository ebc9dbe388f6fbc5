/** Confetti as it is thrown: a scatter without a pattern, the same every time. */

const SHAPES = ["strip", "square", "disc", "triangle"] as const;
const COLOURS = ["--seat-1", "--seat-2", "--seat-3", "--seat-4", "--seat-5", "--seat-6", "--sun", "--coral"] as const;

export interface ConfettiPiece {
  readonly shape: (typeof SHAPES)[number];
  /** The name of a colour's token. */
  readonly colour: (typeof COLOURS)[number];
  /** Where it falls, in percent of the width. */
  readonly left: number;
  readonly sizePx: number;
  readonly delayMs: number;
  readonly fallMs: number;
  /** How far it sways to either side, and how long it takes to come back. */
  readonly swayPx: number;
  readonly swayMs: number;
  /** How often it turns over while it falls; below zero the other way. */
  readonly turns: number;
}

/** Numbers from 0 up to 1, scattered by a seed (mulberry32). */
function scattered(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function confettiOf(count: number, seed: number): ConfettiPiece[] {
  const next = scattered(seed);
  const between = (low: number, high: number): number => low + (high - low) * next();
  const oneOf = <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0];
  return Array.from({ length: count }, () => ({
    shape: oneOf(SHAPES),
    colour: oneOf(COLOURS),
    left: between(0, 100),
    sizePx: Math.round(between(7, 14)),
    delayMs: Math.round(between(0, 1100)),
    fallMs: Math.round(between(2000, 3800)),
    swayPx: Math.round(between(10, 46)),
    swayMs: Math.round(between(700, 1500)),
    turns: between(1, 4) * (next() < 0.5 ? -1 : 1),
  }));
}
