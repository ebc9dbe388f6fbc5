/** How long ago something was, as one says it: minutes, hours and days ago, and before that the date. */
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** Both times in seconds since 1970. */
export function ago(then: number, now: number, language: string): string {
  const seconds = Math.max(0, now - then);
  if (seconds >= MONTH) return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(1000 * then);
  const [length, unit] =
    seconds >= DAY ? [DAY, "day" as const] : seconds >= HOUR ? [HOUR, "hour" as const] : [MINUTE, "minute" as const];
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
}
