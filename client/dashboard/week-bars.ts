// How long the bars of a week are.

/** A quiet week must not look like a full one: no bar is full below this. */
const fullBarMinutes = 8 * 60;

/** Shares of the width, 0 to 100; whatever was logged at all is seen. */
export function barShares(minutes: readonly number[]): number[] {
  const full = Math.max(fullBarMinutes, ...minutes);
  return minutes.map((own) => (own === 0 ? 0 : Math.max(2, Math.round((own / full) * 100))));
}
