// Finds out which worklogs the server has lost, because its database was restored to an earlier moment than that of the last copy.

import type { Worklog } from '#contract/worklogs.ts';
import { api, isMissing } from '../../api.ts';
import type { CompanyCopy } from './copy.ts';

/**
 * Those of the earlier copy that are gone, if the server was restored between the two; also to a database that knows less about restores
 * than before. A list says nothing about other days, about what is beyond its limit, or about a row that moved while its pages were
 * read: so the server is asked about each worklog that is not in it.
 */
export async function findLost(
  before: CompanyCopy,
  copy: CompanyCopy,
  isWorklogGone: (companyId: string, worklogId: string) => Promise<boolean>,
): Promise<Worklog[]> {
  if (before.restoredAt === copy.restoredAt) return [];
  const found = new Set(copy.worklogs.map(({ id }) => id));
  const lost: Worklog[] = [];
  for (const worklog of before.worklogs)
    if (!found.has(worklog.id) && (await isWorklogGone(copy.companyId, worklog.id))) lost.push(worklog);
  return lost;
}

/** Whether the server says so. Rejects if it says nothing. */
export const isGone = (companyId: string, worklogId: string): Promise<boolean> =>
  api('GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId }).then(
    () => false,
    (error: unknown) => {
      if (isMissing(error)) return true;
      throw error;
    },
  );
