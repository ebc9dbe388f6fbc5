/** How briskly a table is shown: what each tempo makes of the scenes between one's own turns. */

export type Tempo = "calm" | "lively" | "lightning";

/** Of a tempo that keeps the wait between one's own answer and one's next question short. */
export interface Brisk {
  /** How long all scenes of such a wait may take together. */
  readonly waitMs: number;
  /** How long something that one must see is shown at the least, whatever else there is to show. */
  readonly essentialMs: number;
  /** Of a scene's own duration: at the most, where there is time, and at the least, where there is none. */
  readonly most: number;
  readonly least: number;
}

/** Null: every scene takes the time it has of its own. */
export const TEMPOS: Readonly<Record<Tempo, Brisk | null>> = {
  calm: null,
  lively: { waitMs: 4000, essentialMs: 700, most: 0.75, least: 0.08 },
  lightning: { waitMs: 1100, essentialMs: 300, most: 0.3, least: 0.02 },
};
