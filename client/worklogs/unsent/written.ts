// A worklog of the server as what its worker has written.

import type { Worklog } from '#contract/worklogs.ts';
import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import { toDecimal } from '#domain/money.ts';
import { mapTexts } from '#domain/worklog-fields.ts';
import type { UnsentTask, Written } from './entry.ts';

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
