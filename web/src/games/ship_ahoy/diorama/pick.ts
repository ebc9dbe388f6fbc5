/** Which piece a hand means: the nearest on the screen, and generously so. */
import type { Body } from "../picture";
import { HEIGHT, STANDING } from "../physics";
import { apart, nearestOnSegment } from "../shape";

/** A place of the table on the screen, in pixels; null: behind the eye. */
export type Project = (x: number, y: number, z: number) => readonly [number, number] | null;

/** How far from a piece one may press and still mean it, in pixels. */
const NEAR = 28;
/** What may be chosen now is meant rather than what stands beside it, and land only where nothing else is near. */
const WANTED = 10;
const LAND = 20;

/** The piece that is meant at this pixel; null: the water. `pixel` is how much of the table a pixel is. */
export function picked(bodies: readonly Body[], x: number, y: number, project: Project, pixel: number): number | null {
  let [best, found] = [NEAR, null as number | null];
  for (const body of bodies) {
    if (body.kind === "port") continue;
    const foot = project(body.x, body.y, 0);
    const top = project(body.x, body.y, body.lying ? 0.01 : (HEIGHT[body.kind] ?? 0) * 0.8);
    if (!foot || !top) continue;
    const broad = STANDING[body.kind].radius;
    const away =
      Math.max(0, apart([x, y], nearestOnSegment(foot, top, [x, y])) - (0.8 * broad) / pixel) +
      (broad ? LAND : 0) -
      (body.mark ? WANTED : 0);
    if (away < best) [best, found] = [away, body.piece];
  }
  return found;
}
