// What some worklogs add up to.

import type { Worklog } from '#contract/worklogs.ts';
import { type Money, sumByCurrency } from '#domain/money.ts';

type Sum = { count: number; minutes: number; expenses: Money[] };

export function sumOf(worklogs: readonly Worklog[]): Sum {
  return {
    count: worklogs.length,
    minutes: worklogs.reduce((total, { minutes }) => total + (minutes ?? 0), 0),
    expenses: sumByCurrency(worklogs.flatMap(({ expense }) => (expense ? [expense] : []))),
  };
}
