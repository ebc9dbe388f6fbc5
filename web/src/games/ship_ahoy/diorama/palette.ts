/** The page's colours, as they are by day or by night, for those who paint outside of CSS. */
export interface Palette {
  readonly night: boolean;
  readonly lagoon: string;
  readonly shallow: string;
  readonly deep: string;
  readonly wave: string;
  readonly sand: string;
  readonly sandShade: string;
  readonly wood: string;
  readonly woodDark: string;
  readonly coral: string;
  readonly sun: string;
  readonly danger: string;
  readonly card: string;
  readonly ink: string;
  /** Of the ports, 0 to 3. */
  readonly ports: readonly string[];
}

/** Cardboard and its stands look the same at any hour: only the light on them changes. */
export const KRAFT = "#b98d55";
export const STAND = "#8fa3a8";
export const CREAM = "#fffaf0";
export const INK = "#17323a";
/** Of what belongs to nobody: the pirate. */
export const NOBODY = "#4a5863";

/** The colours that hold now. */
export function palette(root: HTMLElement = document.documentElement): Palette {
  const style = getComputedStyle(root);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    night: root.dataset["theme"] === "night",
    lagoon: token("lagoon"),
    shallow: token("lagoon-light"),
    deep: token("deep"),
    wave: token("wave"),
    sand: token("land"),
    sandShade: token("land-shade"),
    wood: token("wood"),
    woodDark: token("wood-dark"),
    coral: token("coral"),
    sun: token("sun"),
    danger: token("danger"),
    card: token("card"),
    ink: token("piece-line"),
    ports: [1, 2, 3, 4].map((number) => token(`seat-${number}`)),
  };
}
