// Finds out which worklogs, and which changes of them, the server has lost, because its database was restored to an earlier moment than that
// of the last copy.

import type { Worklog } from '#contract/worklogs.ts';
import { api, isMissing } from '../../api.ts';
import { writtenIn } from '../unsent/written.ts';
import type { OfflineCopy } from './copy.ts';

export type LostChange = { before: Worklog; now: Worklog };
export type Lost = { worklogs: Worklog[]; changes: LostChange[] };

/**
 * Of the earlier copy: what is gone, and what is on the server as it was before a change, if the server was restored between the two; also to a database that knows less about restores
 * than before. A list says nothing about other days, about what is beyond its limit, or about a row that moved while its pages were
 * read: so the server is asked about each worklog that is not in it.
 */
export async function findLost(
  before: OfflineCopy,
  copy: OfflineCopy,
  isWorklogGone: (companyId: string, worklogId: string) => Promise<boolean>,
): Promise<Lost> {
  const lost: Lost = { worklogs: [], changes: [] };
  if (before.restoredAt === copy.restoredAt) return lost;
  const found = new Map(copy.worklogs.map((worklog) => [worklog.id, worklog]));
  for (const worklog of before.worklogs) {
    const now = found.get(worklog.id);
    if (now) {
      if (isChangeLost(worklog, now)) lost.changes.push({ before: worklog, now });
    } else if (await isWorklogGone(copy.companyId, worklog.id)) lost.worklogs.push(worklog);
  }
  return lost;
}

/** In the same version if it was changed again since the restore, on another device. A decision alone is not a change of its worker. */
const isChangeLost = (before: Worklog, now: Worklog): boolean =>
  before.version >= now.version && JSON.stringify(writtenIn(before)) !== JSON.stringify(writtenIn(now));

/** Whether the server says so. Rejects if it says nothing. */
export const isGone = (companyId: string, worklogId: string): Promise<boolean> =>
  api('GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId }).then(
    () => false,
    (error: unknown) => {
      if (isMissing(error)) return true;
      throw error;
    },
  );
