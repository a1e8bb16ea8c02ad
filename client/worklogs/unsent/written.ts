// A worklog of the server as an entry has it: what its worker has written, its task and its receipts.

import type { Receipt } from '#contract/receipts.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import { toDecimal } from '#domain/money.ts';
import { tagNameOf } from '#domain/tag-names.ts';
import { mapTexts, worklogTexts } from '#domain/worklog-fields.ts';
import { newIdempotencyKey } from '../../api.ts';
import type { ShownEntry, Unchanged, UnsentReceipt, UnsentTask, Written } from './entry.ts';

export type ServerReceipt = Pick<Receipt, 'id' | 'name' | 'type' | 'bytes'>;

/** What a change or a withdrawal of it begins with. The files of its receipts stay on the server. */
export const unchangedOf = (worklog: Worklog, receipts: readonly ServerReceipt[]): Unchanged => ({
  written: writtenIn(worklog),
  task: taskOfWorklog(worklog),
  receipts: receipts.map(({ id, name, type, bytes }) => withNewKeys({ name, type, bytes, uploadedId: id })),
});

/** Keys of its file on this device, and of its upload. */
export const withNewKeys = (receipt: Omit<UnsentReceipt, 'key' | 'uploadKey'>): UnsentReceipt => ({
  key: newIdempotencyKey(),
  uploadKey: newIdempotencyKey(),
  ...receipt,
});

export function writtenIn(worklog: Worklog): Written {
  const { taskId, zone, day, kind, startsAt, endsAt, minutes, expense, tags, isBillable } = worklog;
  const shared = {
    taskId,
    zone,
    isBillable,
    tags,
    ...mapTexts((name) => worklog[name]),
    ...(expense
      ? { amount: toDecimal(expense.amountMinor, expense.currency), currency: expense.currency }
      : { amount: '' }),
  };
  if (startsAt === null || endsAt === null)
    return { ...shared, day, ...(kind === 'timed' && minutes !== null ? { minutes } : {}) };
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  return {
    ...shared,
    start: wallTimeOf(start, zone),
    end: wallTimeOf(end, zone),
    startOffset: offsetOf(start, zone),
    endOffset: offsetOf(end, zone),
  };
}

export const taskOfWorklog = ({
  taskName,
  kind,
  projectId,
  projectName,
  clientName,
  colour,
}: UnsentTask): UnsentTask => ({ taskName, kind, projectId, projectName, clientName, colour });

/** No worklog has it: what is sent with it is refused as a change of another version. */
const unknownVersion = 2 ** 31 - 1;

/** The version of which a form shows the entry: not that of a worklog that says something else, or was decided. */
export const versionSeen = (worklog: Worklog, receipts: readonly ServerReceipt[], entry: ShownEntry): number =>
  worklog.status === 'pending' && isAsWritten(worklog, receipts, entry) ? worklog.version : unknownVersion;

function isAsWritten(worklog: Worklog, receipts: readonly ServerReceipt[], entry: ShownEntry): boolean {
  const { written, day, startsAt, endsAt, minutes, expense } = entry;
  const { taskId, tags = [], isBillable = worklog.isBillable } = written;
  return (
    worklog.taskId === taskId &&
    worklog.day === day &&
    worklog.startsAt === startsAt &&
    worklog.endsAt === endsAt &&
    worklog.minutes === minutes &&
    worklog.isBillable === isBillable &&
    worklog.expense?.amountMinor === expense?.amountMinor &&
    worklog.expense?.currency === expense?.currency &&
    sortedTags(worklog.tags) === sortedTags(tags.map(tagNameOf)) &&
    worklogTexts.every((name) => worklog[name] === (written[name] ?? '')) &&
    hasReceipts(receipts, entry.receipts)
  );
}

/** Upper and lower case are the same: the server writes a tag as the company does. */
const sortedTags = (names: readonly string[]): string => names.join().toLowerCase().split(',').toSorted().join();

/** As many, and those that this device has uploaded. */
const hasReceipts = (receipts: readonly ServerReceipt[], seen: readonly UnsentReceipt[]): boolean =>
  receipts.length === seen.length &&
  seen.every(({ uploadedId }) => uploadedId === null || receipts.some(({ id }) => id === uploadedId));
