// Copies of worklogs that wait on this device: each is a new worklog, with the content that the server's own copy would have
// (server/worklogs/copies.ts), so that after a lost response the same id leads to the same worklog.

import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { copiedTimes } from '#domain/copies.ts';
import { newIdempotencyKey } from '../../api.ts';
import { companiesStore } from '../../auth.ts';
import type { ShownEntry, Written } from './entry.ts';
import { sendKept } from './keep.ts';
import { keepWorklogs, type NewUnsent } from './queue.ts';
import { taskOfWorklog, writtenIn } from './written.ts';

/** Of a worklog of the server, or of one that waits. `wasSent`: a request for it may have reached the server. */
export type NewCopy = {
  id: string;
  source: Worklog | ShownEntry;
  day: Day;
  confirmOverlap: boolean;
  wasSent: boolean;
};

/** All of them or none. Resolves to whether they are kept. */
export const keepCopiesForLater = (copies: readonly NewCopy[]): Promise<boolean> =>
  sendKept(keepWorklogs(copies.map(unsentCopy)));

function unsentCopy({ id, source, day, confirmOverlap, wasSent }: NewCopy): NewUnsent {
  const { id: companyId = '', timeZone = source.zone } = companiesStore.get().activeCompany ?? {};
  const written = { ...copiedOnto(source, day, timeZone), confirmOverlap };
  const request = { companyId, id, ...written, receiptIds: [] };
  const sent = wasSent ? { key: newIdempotencyKey(), revision: 1, request } : null;
  const task = 'intent' in source ? source.task : taskOfWorklog(source);
  return { worklogId: id, written, task, files: [], sent };
}

/** Without receipts; an amount is copied with an expense only. */
export function copiedOnto(source: Worklog | ShownEntry, target: Day, companyZone: string): Written {
  const isWaiting = 'intent' in source;
  const {
    amount,
    currency: typedIn,
    start,
    end,
    startOffset,
    endOffset,
    day,
    ...kept
  } = isWaiting ? source.written : writtenIn(source);
  const { startsAt, endsAt, zone } = source;
  if (startsAt && endsAt) {
    const original = { day: source.day, startsAt: new Date(startsAt), endsAt: new Date(endsAt), zone };
    return { ...kept, zone, ...copiedTimes(original, target, companyZone) };
  }
  const kind = isWaiting ? source.task.kind : source.kind;
  if (kind !== 'expense' || !amount) return { ...kept, zone, day: target };
  return { ...kept, zone, day: target, amount, currency: typedIn ?? source.expense?.currency };
}
