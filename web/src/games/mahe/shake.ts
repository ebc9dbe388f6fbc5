/** A shake of the device that one holds, where it can be felt. */

/** Metres per second squared, without gravity: harder than by walking about or putting the device down. */
const HARD = 14;
/** A shake goes to and fro: so many hard moments, none later than this after the one before. */
const TIMES = 2;
const TOGETHER_MS = 600;

/** Some browsers want to be asked first, and only upon a press. */
interface Asking {
  requestPermission?: () => Promise<"granted" | "denied">;
}

const sensor = (): Asking | null => ("DeviceMotionEvent" in globalThis ? (DeviceMotionEvent as Asking) : null);

/** Whether the device has been felt moving: then nothing has to be asked. */
let felt = false;

/** Whether shaking has to be allowed before it can be felt. */
export const mustAsk = (): boolean => !felt && sensor()?.requestPermission !== undefined;

/** Ask for it. To be called upon a press; whether it is allowed now. */
export async function allowShaking(): Promise<boolean> {
  const answer = await sensor()
    ?.requestPermission?.()
    .catch(() => "denied" as const);
  return answer === "granted";
}

/** Tells of a shake, once; the function that ends listening. */
export function onShake(shaken: () => void): () => void {
  let [times, last] = [0, -Infinity];
  function moved({ acceleration, timeStamp }: DeviceMotionEvent): void {
    const { x, y, z } = acceleration ?? { x: null, y: null, z: null };
    felt ||= x !== null;
    if (Math.hypot(x ?? 0, y ?? 0, z ?? 0) < HARD) return;
    times = timeStamp - last < TOGETHER_MS ? times + 1 : 1;
    last = timeStamp;
    if (times < TIMES) return;
    removeEventListener("devicemotion", moved);
    shaken();
  }
  addEventListener("devicemotion", moved);
  return () => removeEventListener("devicemotion", moved);
}
