// What can be copied of a day: worklogs of the server, as they will be when what waits on this device is sent, and new ones that wait.

import type { Worklog } from '#contract/worklogs.ts';
import type { Day } from '#domain/calendar.ts';
import { useCompany } from '../../auth.ts';
import { useWorklogsOn } from '../loader.ts';
import type { ShownEntry } from '../unsent/entry.ts';
import { useUnsent } from '../unsent/store.ts';
import { compareByTime } from '../worklog-list.ts';

export type CopySource = Worklog | ShownEntry;

/** Not on the server, or not with this content. */
export const isWaiting = (source: CopySource): source is ShownEntry => 'intent' in source;

export const isExpense = (source: CopySource): boolean =>
  (isWaiting(source) ? source.task.kind : source.kind) === 'expense';

/** Neither expenses nor what was not accepted. */
export const isSelectedByDefault = (source: CopySource): boolean =>
  !isExpense(source) && (isWaiting(source) ? source.refusedCode === null : source.status !== 'rejected');

export function copySources(worklogs: readonly Worklog[], entries: readonly ShownEntry[], day: Day): CopySource[] {
  const changed = new Set(entries.map(({ id }) => id));
  const waiting = entries.filter((entry) => entry.day === day && !isNoSource.includes(entry.intent));
  return [...worklogs.filter(({ id }) => !changed.has(id)), ...waiting].sort(compareByTime);
}

const isNoSource: readonly ShownEntry['intent'][] = ['start', 'withdraw', 'lost'];

/** `error`: only what waits on this device is known. */
export function useCopySources(day: Day) {
  const { id: companyId } = useCompany();
  const entries = useUnsent().filter((entry) => entry.companyId === companyId);
  const { data: list, error, refetch } = useWorklogsOn(day);
  const sources = copySources(list?.worklogs ?? [], entries, day);
  return { sources, isPending: !list && !error, error: list ? null : error, refetch };
}
