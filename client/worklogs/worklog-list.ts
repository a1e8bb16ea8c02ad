// Pure operations on a page of worklogs: filter membership, split days, and the list after a change.

import type { Totals, Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { noClient } from '#domain/clients.ts';
import { sumByCurrency } from '#domain/money.ts';
import { noTag } from '#domain/tags.ts';
import { isCounted } from '#domain/totals.ts';

export type ListFilter = {
  from: Day;
  to: Day;
  clientIds: string[];
  projectIds: string[];
  statuses: Worklog['status'][];
  tagIds: string[];
};

type List = { worklogs: Worklog[]; totals: Totals; page: number; pageSize: number; nextCursor: string | null };

export const isInFilter = (
  worklog: Worklog,
  { from, to, clientIds, projectIds, statuses, tagIds }: ListFilter,
): boolean =>
  worklog.day >= from &&
  worklog.day <= to &&
  (projectIds.length === 0 || projectIds.includes(worklog.projectId)) &&
  (statuses.length === 0 || statuses.includes(worklog.status)) &&
  mayFit(clientIds, noClient, worklog.clientName !== null) &&
  mayFit(tagIds, noTag, worklog.tags.length > 0);

/** A worklog names its client and its tags without their ids: one with others stays until the list is loaded again. */
const mayFit = (ids: readonly string[], none: string, isNamed: boolean): boolean =>
  ids.length === 0 || ids.some((id) => (id !== none) === isNamed);

/** A filter of days only. */
export const noChoices = { clientIds: [], projectIds: [], statuses: [], tagIds: [] };

type ListPosition = Pick<Worklog, 'day' | 'startsAt' | 'id'>;

/** Newest day first; within a day by start time, expenses last. */
export const compareByTime = (a: ListPosition, b: ListPosition): number =>
  compareText(b.day, a.day) || compareText(a.startsAt ?? '9999', b.startsAt ?? '9999') || compareText(a.id, b.id);

/** Compares days, instants and ids by code units, without a locale. */
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const sortWorklogs = (worklogs: readonly Worklog[]): Worklog[] => [...worklogs].sort(compareByTime);

/** The first and last day of a page, if some of their rows may be on the neighbouring page. */
export function splitDays({ worklogs, totals, page, pageSize }: List): Day[] {
  const [first, last] = [worklogs[0], worklogs.at(-1)];
  const isLastPage = page * pageSize >= totals.items;
  const days = [...(first && page > 1 ? [first.day] : []), ...(last && !isLastPage ? [last.day] : [])];
  return [...new Set(days)];
}

/** The list after saving a worklog: new, changed, or no longer in the filter. */
export function addToList(list: List, worklog: Worklog, filter: ListFilter): List {
  const rest = removeFromList(list, worklog.id);
  if (!isInFilter(worklog, filter)) return rest;
  return {
    ...rest,
    worklogs: sortWorklogs([...rest.worklogs, worklog]).slice(0, list.pageSize),
    totals: { ...adjustTotals(rest.totals, worklog, 1) },
  };
}

export function removeFromList(list: List, id: string): List {
  const removed = list.worklogs.find((worklog) => worklog.id === id);
  if (!removed) return list;
  return {
    ...list,
    worklogs: list.worklogs.filter((worklog) => worklog !== removed),
    totals: adjustTotals(list.totals, removed, -1),
  };
}

function adjustTotals(totals: Totals, { minutes, expense, status }: Worklog, sign: 1 | -1): Totals {
  const amount = expense ? [{ ...expense, amountMinor: sign * expense.amountMinor }] : [];
  const [hours, money] = isCounted({ status })
    ? (['minutes', 'expenses'] as const)
    : (['rejectedMinutes', 'rejectedExpenses'] as const);
  return {
    ...totals,
    items: totals.items + sign,
    [hours]: totals[hours] + sign * (minutes ?? 0),
    [money]: sumByCurrency([...totals[money], ...amount]),
    [status]: totals[status] + sign,
  };
}
