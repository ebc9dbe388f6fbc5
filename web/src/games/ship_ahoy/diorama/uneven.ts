/** Unevenness that is the same every time: a number from 0 to 1 for each number. */
export function uneven(n: number): number {
  const wave = Math.sin(n * 127.1 + 11.7) * 43758.5453;
  return wave - Math.floor(wave);
}
