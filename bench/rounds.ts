// Repeats the same work and measures its duration, its processor time, and its throughput with eight connections.

export type Round = () => Promise<unknown>;

/** Durations in milliseconds, sorted. */
export async function timesOf(round: Round, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const began = performance.now();
    await round();
    times.push(performance.now() - began);
  }
  return times.sort((one, other) => one - other);
}

/** Repetitions per second; each lane works sequentially. */
export async function perSecond(lanes: readonly Round[], seconds: number): Promise<number> {
  const began = performance.now();
  const ends = began + seconds * 1_000;
  let done = 0;
  await Promise.all(
    lanes.map(async (round) => {
      while (performance.now() < ends) {
        await round();
        done += 1;
      }
    }),
  );
  return (done * 1_000) / (performance.now() - began);
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;

export const rounded = (value: number): number => Number(value.toPrecision(value < 100 ? 3 : 4));
