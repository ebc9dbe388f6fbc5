import type { pl } from "./words.pl";

export const en: typeof pl = {
  byLuck: "luck decides",
  stillToPick: (count) => `Choose ${count} more.`,
  chosen: "Chosen.",
  less: (name) => `Less: ${name}`,
  more: (name) => `More: ${name}`,
};
