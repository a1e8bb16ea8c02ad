// The goals of a row, as text and as a check.

export type Goal = {
  /** Maximum ratio of the median to that of the floor. */
  ratio?: number;
  medianMs?: number;
  p95Ms?: number;
  /** Minimum share of the floor's throughput, with eight connections. */
  share?: number;
  memoryMiB?: number;
};

type Measured = {
  medianMs: number | null;
  p95Ms: number | null;
  ratio: number | null;
  share: number | null;
  memoryMiB: number | null;
};

export const wordsOf = ({ ratio, medianMs, p95Ms, share, memoryMiB }: Goal): string =>
  [
    ratio === undefined ? [] : [`≤ ${ratio}×`],
    medianMs === undefined ? [] : [`≤ ${medianMs} ms`],
    p95Ms === undefined ? [] : [`p95 ≤ ${p95Ms} ms`],
    share === undefined ? [] : [`8 at once ≥ ${share * 100} %`],
    memoryMiB === undefined ? [] : [`≤ ${memoryMiB} MiB`],
  ]
    .flat()
    .join(', ');

/** The missed goals as text; empty if all are met. */
export function missedBy(goal: Goal, { medianMs, p95Ms, ratio, share, memoryMiB }: Measured): string[] {
  const isOver = (value: number | null, max = Number.POSITIVE_INFINITY) => value !== null && value > max;
  return [
    ...(isOver(ratio, goal.ratio) ? ['ratio'] : []),
    ...(isOver(medianMs, goal.medianMs) ? ['median'] : []),
    ...(isOver(p95Ms, goal.p95Ms) ? ['p95'] : []),
    ...(isOver(memoryMiB, goal.memoryMiB) ? ['memory'] : []),
    ...(share !== null && share < (goal.share ?? 0) ? ['8 at once'] : []),
  ];
}
