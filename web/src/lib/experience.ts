/** Which games somebody has played to the end in this browser: whoever is new to one is offered easier company. */

const KEY = "laguna.finished";

function finished(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string") : [];
  } catch {
    return []; // nothing that we wrote, or a browser that keeps nothing
  }
}

export const hasFinished = (game: string): boolean => finished().includes(game);

/** A game of this kind is over for somebody who sat at its table. */
export function keepFinished(game: string): void {
  if (hasFinished(game)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...finished(), game]));
  } catch {
    // then they are taken for a newcomer once more
  }
}
