export const pl = {
  byLuck: "decyduje los",
  stillToPick: (count: number) => `Wybierz jeszcze ${count}.`,
  chosen: "Wybrane.",
  less: (name: string) => `Mniej: ${name}`,
  more: (name: string) => `Więcej: ${name}`,
};
