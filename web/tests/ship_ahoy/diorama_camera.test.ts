/** The camera of the diorama: it frames the table in every window, follows the gunner, and obeys the hand. */
import {
  after,
  axes,
  behind,
  eyeOf,
  type Frame,
  framed,
  type Pose,
  Rig,
  VIEW,
} from "../../src/games/ship_ahoy/diorama/rig";
import type { Cannon } from "../../src/games/ship_ahoy/picture";

const TABLE = 1.1;
const WHOLE = { table: TABLE, focus: { at: [0, 0], span: 2 * TABLE }, chase: null } as const;
const CLOSE = { table: TABLE, focus: { at: [0.5, -0.4], span: 0.5 }, chase: null } as const;
const CANNON: Cannon = { at: [0.2, 0.3], heading: 2.5, pull: 0, free: true, recoil: 0 };
const DESK: Frame = { width: 830, height: 580 };

/** Where a place is on the screen, from -1 to 1; null: behind the eye. */
function seen(pose: Pose, frame: Frame, place: readonly [number, number, number]): readonly [number, number] | null {
  const eye = eyeOf(pose);
  const [right, up, ahead] = axes(pose).map((axis) =>
    axis.reduce((sum, part, k) => sum + part * (place[k]! - eye[k]!), 0),
  );
  if (ahead! <= 0) return null;
  const high = Math.tan(VIEW / 2) * ahead!;
  return [right! / (high * (frame.width / frame.height)), up! / high];
}

function settled(rig: Rig, from = 0): void {
  for (let ms = from; ms < from + 4000; ms += 16) rig.step(ms);
}

describe("the whole table", () => {
  const corners = [-TABLE, TABLE].flatMap((x) => [-TABLE, TABLE].map((y) => [x, y, 0] as const));

  for (const [width, height] of [
    [830, 580],
    [1900, 700],
    [390, 500],
    [360, 300],
    [700, 700],
  ] as const) {
    it(`is in a window of ${width} by ${height}, and fills it`, () => {
      const rig = new Rig();
      rig.resize({ width, height });
      rig.watch(WHOLE, null);
      const places = corners.map((corner) => seen(rig.pose, { width, height }, corner));
      for (const place of places) expect(Math.max(Math.abs(place![0]), Math.abs(place![1]))).toBeLessThan(1);
      expect(Math.max(...places.flatMap((place) => place!.map(Math.abs)))).toBeGreaterThan(0.8);
    });
  }

  it("has as much room above as below", () => {
    const pose = framed([0, 0], 2, DESK, Math.PI / 2, 0.88);
    const heights = [
      [-1, -1, 0],
      [1, -1, 0],
      [-1, 1, 0.1],
      [1, 1, 0.1],
    ].map((place) => seen(pose, DESK, place as [number, number, number])![1]);
    expect(Math.max(...heights) + Math.min(...heights)).toBeCloseTo(0, 1);
  });
});

describe("by itself", () => {
  it("goes where the picture points, and not at once", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    const before = rig.pose;
    rig.watch(CLOSE, null);
    expect(rig.step(0)).toBe(true);
    expect(rig.step(300)).toBe(true);
    expect(rig.pose.far).toBeLessThan(before.far);
    expect(rig.step(601)).toBe(false);
    expect(seen(rig.pose, DESK, [0.5, -0.4, 0])!.every((part) => Math.abs(part) < 0.3)).toBe(true);
  });

  it("goes at once where things should not move", () => {
    const rig = new Rig();
    rig.reducedMotion = true;
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    rig.watch(CLOSE, null);
    expect(rig.step(0)).toBe(false);
    expect(rig.pose.far).toBeLessThan(1.5);
  });

  it("wants no frames where nothing is new", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    settled(rig);
    rig.watch({ ...WHOLE }, null);
    expect(rig.step(5000)).toBe(false);
  });
});

describe("the gunner's eye", () => {
  it("is behind and above the cannon, and sees it and what it points at", () => {
    const pose = behind(CANNON, DESK, 1);
    const [x, y, z] = eyeOf(pose);
    const along = (x - CANNON.at[0]) * Math.cos(CANNON.heading) + (y - CANNON.at[1]) * Math.sin(CANNON.heading);
    expect(along).toBeLessThan(-0.1);
    expect(z).toBeGreaterThan(0.1);
    const ahead = [
      CANNON.at[0] + 0.8 * Math.cos(CANNON.heading),
      CANNON.at[1] + 0.8 * Math.sin(CANNON.heading),
      0.03,
    ] as const;
    for (const place of [[...CANNON.at, 0.018] as const, ahead]) {
      expect(seen(pose, DESK, place)!.every((part) => Math.abs(part) < 1)).toBe(true);
    }
  });

  it("follows the barrel, and comes back to the table", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    const home = rig.pose;
    rig.watch(WHOLE, CANNON);
    settled(rig);
    expect(rig.pose.azimuth).toBeCloseTo(CANNON.heading, 2);
    rig.watch(WHOLE, { ...CANNON, heading: 2.7 });
    expect(rig.step(4016)).toBe(true);
    settled(rig, 4016);
    expect(rig.pose.azimuth).toBeCloseTo(2.7, 2);
    rig.watch(WHOLE, null);
    settled(rig, 9000);
    expect(rig.pose.far).toBeCloseTo(home.far, 6);
  });

  it("turns the short way round", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, { ...CANNON, heading: 3.1 });
    settled(rig);
    rig.watch(WHOLE, { ...CANNON, heading: -3.1 });
    rig.step(4016);
    expect(Math.cos(rig.pose.azimuth)).toBeLessThan(-0.99);
  });
});

describe("a ball", () => {
  const ball = { at: [0.2, 0.1], heading: 2.5, slowly: false } as const;

  it("is followed from behind, along the way it was fired, and the eye rests where it struck", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, CANNON);
    settled(rig);
    rig.watch({ ...WHOLE, chase: ball }, CANNON);
    expect(rig.step(4016)).toBe(true);
    settled(rig, 4016);
    expect(rig.pose.azimuth).toBeCloseTo(2.5, 3);
    expect(Math.hypot(rig.pose.x - 0.2, rig.pose.y - 0.1)).toBeLessThan(0.01);
    expect(seen(rig.pose, DESK, [0.2, 0.1, 0.008])!.every((part) => Math.abs(part) < 0.2)).toBe(true);
    expect(rig.step(9000)).toBe(false);
  });

  it("is gained on from anywhere, without a trip that would come too late", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    rig.step(0);
    const before = rig.pose.far;
    rig.watch({ ...WHOLE, chase: ball }, null);
    for (let ms = 16; ms < 340; ms += 16) rig.step(ms);
    expect(rig.pose.far).toBeLessThan(0.5 * before);
  });

  it("that is repeated is seen from the side", () => {
    const pose = after({ ...ball, slowly: true }, DESK);
    expect(Math.abs(pose.azimuth - ball.heading)).toBeGreaterThan(0.5);
    expect(pose.far).toBeLessThan(after(ball, DESK).far);
  });

  it("when it is over, the eye goes back to the table", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    const home = rig.pose;
    rig.watch({ ...WHOLE, chase: ball }, null);
    settled(rig);
    rig.watch(WHOLE, null);
    settled(rig, 5000);
    expect(rig.pose.far).toBeCloseTo(home.far, 6);
  });
});

describe("a hand", () => {
  it("keeps what it moved until the picture points elsewhere", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    rig.orbit(120, 0);
    const turned = rig.pose;
    rig.watch({ ...WHOLE }, null);
    rig.resize({ width: 800, height: 580 });
    settled(rig);
    expect(rig.pose).toEqual(turned);
    rig.watch(CLOSE, null);
    settled(rig, 5000);
    expect(rig.pose.far).toBeLessThan(turned.far);
  });

  it("never gets under the table, nor farther away than the table needs", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    const { far } = rig.pose;
    for (let k = 0; k < 50; k++) {
      rig.orbit(10, -200);
      rig.zoom(0.5);
      rig.pan(500, 500);
    }
    expect(eyeOf(rig.pose)[2]).toBeGreaterThan(0);
    expect(rig.pose.far).toBeLessThan(1.4 * far);
    expect(Math.max(Math.abs(rig.pose.x), Math.abs(rig.pose.y))).toBeLessThanOrEqual(TABLE);
  });

  it("draws near to the place that it points at", () => {
    const rig = new Rig();
    rig.resize(DESK);
    rig.watch(WHOLE, null);
    const before = seen(rig.pose, DESK, [0.6, 0.6, 0])!;
    rig.zoom(1.5, [0.6, 0.6]);
    const after = seen(rig.pose, DESK, [0.6, 0.6, 0])!;
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(0.1);
  });
});
