/** What the box holds that a drawing needs to know. */

/** Places on an ark's board. */
export const ROOM = 10;
/** Places for crates in front of a player. */
export const CRATES = 5;
