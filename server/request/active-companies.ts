// Which companies this process works for just now. A company that is alone may use all there is; beside others it is held to its
// part. Told of every request that was judged, so that nobody can pretend to be a neighbour.

/** Longer than people pause between two clicks. */
const remembersMs = 30_000;

type Heard = { companyId: string; at: number };

let latest: Heard | null = null;
/** The latest of another company than `latest`. */
let another: Heard | null = null;

export function heardOf(companyId: string, at: number = performance.now()): void {
  if (latest && latest.companyId !== companyId) another = latest;
  latest = { companyId, at };
}

/** Whether no other company has asked for anything lately. */
export function isAlone(companyId: string, now: number = performance.now()): boolean {
  const other = latest?.companyId === companyId ? another : latest;
  return other === null || now - other.at > remembersMs;
}
