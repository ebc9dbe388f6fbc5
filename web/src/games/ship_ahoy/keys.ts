/** What keys mean at this table. */
import type { Gunner } from "./gunner.svelte";
import type { Voyage } from "./voyage.svelte";

const TURN = Math.PI / 90;
const SLIDE = Math.PI / 36;
const FINELY = 0.1;
const STEP = 0.01;
const FACE = Math.PI / 24;

/** A piece that is chosen already: to press its button again means to go on with it. */
export const CHOSEN = "[data-chosen=true]";

/** Aim by keys; whether the key meant something. */
export function aims(event: KeyboardEvent, gunner: Gunner, guns: readonly number[]): boolean {
  const fine = event.shiftKey ? FINELY : 1;
  const nth = Number(event.key) - 1;
  if (nth >= 0 && nth < guns.length) gunner.choose(guns[nth]!);
  else if (event.key === "ArrowLeft") gunner.turn(TURN * fine);
  else if (event.key === "ArrowRight") gunner.turn(-TURN * fine);
  else if (event.key === "q" || event.key === "Q") gunner.slide(SLIDE * fine);
  else if (event.key === "e" || event.key === "E") gunner.slide(-SLIDE * fine);
  else if (event.key === "," || event.key === "<") gunner.aimBeside(1);
  else if (event.key === "." || event.key === ">") gunner.aimBeside(-1);
  else if (event.key === "ArrowUp") gunner.draw(gunner.pull + 0.05);
  else if (event.key === "ArrowDown") gunner.draw(gunner.pull - 0.05);
  else if (event.key === " " && !event.repeat) gunner.hold();
  else if (event.key === " ") return true;
  else if (event.key === "Enter" && gunner.aiming) gunner.release();
  else if (event.key === "Escape" && gunner.aiming) gunner.letGo();
  else return false;
  return true;
}

/** Lay the rope by keys; whether the key meant something. */
export function steers(event: KeyboardEvent, voyage: Voyage, sailors: readonly number[], go: () => void): boolean {
  const step = event.shiftKey ? STEP * FINELY * 2 : STEP;
  const nth = Number(event.key) - 1;
  if (nth >= 0 && nth < sailors.length) voyage.choose(sailors[nth]!);
  else if (event.key === "ArrowLeft") voyage.step(-step, 0);
  else if (event.key === "ArrowRight") voyage.step(step, 0);
  else if (event.key === "ArrowUp") voyage.step(0, step);
  else if (event.key === "ArrowDown") voyage.step(0, -step);
  else if (event.key === "z" || event.key === "Z") voyage.face(FACE);
  else if (event.key === "x" || event.key === "X") voyage.face(-FACE);
  else if (event.key === "b" || event.key === "B") voyage.bend();
  else if (event.key === "Backspace") voyage.back();
  else if (event.key === "Escape" && voyage.way) voyage.undo();
  else if (event.key === "Enter" && voyage.way) go();
  else return false;
  return true;
}
