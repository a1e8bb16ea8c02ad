// Widths of the bars of a week.

/** The minimum duration of a full bar, so that a week with little work does not look like a full one. */
const fullBarMinutes = 8 * 60;

/** In percent of the width; a day with any work has at least 2. */
export function barShares(minutes: readonly number[]): number[] {
  const full = Math.max(fullBarMinutes, ...minutes);
  return minutes.map((own) => (own === 0 ? 0 : Math.max(2, Math.round((own / full) * 100))));
}
