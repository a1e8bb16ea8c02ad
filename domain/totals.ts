// What every total of hours and money counts: approved and pending worklogs. Rejected ones are never included; lists that
// show rejected worklogs show their sum separately.

import { type Money, sumByCurrency } from './money.ts';
import type { WorklogStatus } from './worklogs.ts';

export const countedStatuses = ['pending', 'approved'] as const satisfies readonly WorklogStatus[];

export const isCounted = ({ status }: { status: WorklogStatus }): boolean =>
  countedStatuses.some((counted) => counted === status);

type SummedWorklog = { status: WorklogStatus; minutes: number | null; expense: Money | null };

export type WorklogSum = { count: number; minutes: number; expenses: Money[] };

/** Totals of the worklogs of a list. */
export const totalsOfWorklogs = (worklogs: readonly SummedWorklog[]): WorklogSum & { rejected: WorklogSum } => ({
  ...sumWorklogs(worklogs.filter(isCounted)),
  rejected: sumWorklogs(worklogs.filter((worklog) => !isCounted(worklog))),
});

/** The sum of all given worklogs, whatever their status. */
export const sumWorklogs = (worklogs: readonly SummedWorklog[]): WorklogSum => ({
  count: worklogs.length,
  minutes: worklogs.reduce((total, { minutes }) => total + (minutes ?? 0), 0),
  expenses: sumByCurrency(worklogs.flatMap(({ expense }) => (expense ? [expense] : []))),
});
