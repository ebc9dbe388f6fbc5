/** The hand that aims: how a barrel sways, and how hard a pull is (S9, S34). The same formula as the referee's. */
import { PHYSICS, SWAYS, TIRED } from "./physics";

const TEN_BITS = 1 << 10;

/** Whether the pull is too weak to push the ball out of the barrel. */
export const jams = (pull: number): boolean => pull < PHYSICS.pull_jams;

/** How fast a pull that fires sends the ball, before any tremor, in metres a second. */
export const speedOf = (pull: number): number =>
  PHYSICS.slowest + ((PHYSICS.fastest - PHYSICS.slowest) * (pull - PHYSICS.pull_jams)) / (1 - PHYSICS.pull_jams);

/** A harder pull shakes more: 1 at half a pull. */
export const wild = (pull: number): number => 0.6 + 0.8 * pull;

/** How much of its usual sway the arm has: it grows tired. */
function tiredness(seconds: number): number {
  const [fresh, pace, most] = TIRED;
  return Math.min(most, 1 + pace * Math.max(0, seconds - fresh));
}

/** How far the barrel points beside the heading at a moment. */
export function sway(aimSeed: number, ms: number, pull: number): number {
  const t = ms / 1000;
  const swing = SWAYS.reduce((sum, [part, often], nth) => {
    const phase = (Math.floor(aimSeed / TEN_BITS ** nth) % TEN_BITS) / TEN_BITS;
    return sum + part * Math.sin(2 * Math.PI * (often * t + phase));
  }, 0);
  return PHYSICS.sway * wild(pull) * tiredness(t) * swing;
}

/** The standard deviation of the sway at any moment, as a part of the whole sway. */
const SWAY_DEVIATION = Math.sqrt(SWAYS.reduce((sum, [part]) => sum + part ** 2 / 2, 0));

/** The standard deviation of a shot's heading that is let go at any moment: sway and hidden tremor. */
export const spreadDeviation = (pull: number, steadyHand: number): number =>
  steadyHand * wild(pull) * Math.hypot(SWAY_DEVIATION * PHYSICS.sway, PHYSICS.tremor);

/** How far the barrel may sway to each side with a pull, and the hidden tremor with it: what the wedge shows. */
export const spread = (pull: number, steadyHand: number): number =>
  steadyHand * wild(pull) * (PHYSICS.sway + 2 * PHYSICS.tremor);
