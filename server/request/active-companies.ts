// Which companies this process is serving. The only active company may use the whole capacity; several share it.
// Recorded only for authorised requests, so that nobody can pretend that another company is active.

/** Longer than the usual pause between two clicks. */
const activityWindowMs = 30_000;

type Activity = { companyId: string; at: number };

let latest: Activity | null = null;
/** The latest activity of a company other than that of `latest`. */
let latestOther: Activity | null = null;

export function recordActivity(companyId: string, at: number = performance.now()): void {
  if (latest && latest.companyId !== companyId) latestOther = latest;
  latest = { companyId, at };
}

/** Whether no other company has made a request recently. */
export function isOnlyActiveCompany(companyId: string, now: number = performance.now()): boolean {
  const other = latest?.companyId === companyId ? latestOther : latest;
  return other === null || now - other.at > activityWindowMs;
}
