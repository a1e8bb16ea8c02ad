// What every total of hours and money counts: what is or may become of account. What was rejected is never added to it; where a
// list shows rejected worklogs, their own sum is named beside the total.

import { type Money, sumByCurrency } from './money.ts';
import type { WorklogStatus } from './worklogs.ts';

export const countedStatuses = ['pending', 'approved'] as const satisfies readonly WorklogStatus[];

export const isCounted = ({ status }: { status: WorklogStatus }): boolean =>
  countedStatuses.some((counted) => counted === status);

type Summed = { status: WorklogStatus; minutes: number | null; expense: Money | null };

export type Sum = { count: number; minutes: number; expenses: Money[] };

/** Of worklogs that a list shows. */
export const totalsOfWorklogs = (worklogs: readonly Summed[]): Sum & { rejected: Sum } => ({
  ...sumOfAll(worklogs.filter(isCounted)),
  rejected: sumOfAll(worklogs.filter((worklog) => !isCounted(worklog))),
});

/** Of exactly these, whatever became of them. */
export const sumOfAll = (worklogs: readonly Summed[]): Sum => ({
  count: worklogs.length,
  minutes: worklogs.reduce((total, { minutes }) => total + (minutes ?? 0), 0),
  expenses: sumByCurrency(worklogs.flatMap(({ expense }) => (expense ? [expense] : []))),
});
