// The queries of the worklogs page, and optimistic updates of the cached lists after own changes.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SessionCompany } from '#contract/identity.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { addDays, type Day, dayOf, weekStart } from '#domain/calendar.ts';
import { completeRange, presetRange } from '#domain/period-presets.ts';
import type { ApiOutput } from '../api.ts';
import { authStore, companiesStore, onUserChange, useCompany } from '../auth.ts';
import { serverDate, todayIn } from '../clock.ts';
import { type ParameterValues, parameterValuesOf, useFilters } from '../filters.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { useDeferred } from '../ui/deferred.ts';
import { readerZone } from '../ui/format.ts';
import type { PageSize } from '../ui/page-size.ts';
import { sumOfTotals } from '../worklog/totals.ts';
import { worklogsQuery } from '../worklog/worklogs-query.ts';
import { worklogParameters } from './search.ts';
import { useToday } from './today.ts';
import { addToList, type ListFilter, noChoices, removeFromList, splitDays } from './worklog-list.ts';
import { entryZone } from './zone.ts';

const listName = 'GET /companies/{companyId}/worklogs';

export type WorklogPage = ApiOutput<typeof listName>;
export type LoggableTasks = Pick<ApiOutput<'GET /companies/{companyId}/loggable-tasks'>, 'found' | 'hasMore'>;
export type LoggableTask = LoggableTasks['found'][number];

/**
 * The filter of the URL; without days, the current month. The week view shows the week that contains `from`, and so does the
 * timesheet, which has no other filters.
 */
export function useWorklogListFilter(): ListFilter {
  const company = useCompany();
  const today = useToday(company.timeZone);
  const [values] = useFilters(worklogParameters);
  return filterOf(values, today, company);
}

function filterOf(
  { view, from, to, clientIds, projectIds, statuses, tagIds }: ParameterValues<typeof worklogParameters>,
  today: Day,
  { weekStartsOn }: Pick<SessionCompany, 'weekStartsOn'>,
): ListFilter {
  const choices = { clientIds, projectIds, statuses, tagIds };
  if (view !== 'list') {
    const first = weekStart(from ?? today, weekStartsOn);
    const days = { from: first, to: addDays(first, 6) };
    return { ...days, ...(view === 'week' ? choices : noChoices) };
  }
  const thisMonth = presetRange('this-month', today, weekStartsOn);
  return { ...completeRange({ from, to }, thisMonth), ...choices };
}

export function useWorklogs() {
  const company = useCompany();
  const filter = useWorklogListFilter();
  const [{ page, size }] = useFilters(worklogParameters);
  const input = worklogListInput(company.id, filter, page, size);
  const list = useQuery({ ...worklogsQuery(input), placeholderData: keepPreviousData });
  return { ...list, input };
}

/** Prefetches the list for the search parameters of a link. */
export function prefetchWorklogs(search: Record<string, unknown>): void {
  const { activeCompany } = companiesStore.get();
  const values = parameterValuesOf(worklogParameters, search);
  if (!activeCompany || values.view !== 'list') return;
  const filter = filterOf(values, todayIn(activeCompany.timeZone), activeCompany);
  queryClient.prefetchQuery(listQuery(activeCompany.id, filter, values.page, values.size));
}

/** Prefetches the list for a change of the filter. */
export function usePrefetchWorklogs(): (patch: Partial<ListFilter>) => void {
  const { id } = useCompany();
  const filter = useWorklogListFilter();
  const [{ view, size }] = useFilters(worklogParameters);
  return (patch) => {
    if (view === 'list') queryClient.prefetchQuery(listQuery(id, { ...filter, ...patch }, 1, size));
  };
}

const noDays: Day[] = [];

/** Totals of the two days at most whose rows are split between pages; the server computes them for the whole day. */
export function useSplitDayTotals(list: WorklogPage | undefined): ReadonlyMap<Day, ReturnType<typeof sumOfTotals>> {
  // Deferred, so that the rows are rendered first.
  const [first, second] = useDeferred(list ? splitDays(list) : noDays, noDays);
  const ofFirst = useDayTotal(first);
  const ofSecond = useDayTotal(second);
  return new Map([...ofFirst, ...ofSecond]);
}

/** No list is of the day of a disabled query. */
const disabledDay = '2000-01-01';

function useDayTotal(day: Day | undefined) {
  const { id } = useCompany();
  const filter = useWorklogListFilter();
  const ofDay = { ...filter, from: day ?? disabledDay, to: day ?? disabledDay };
  const { data: list } = useQuery({ ...listQuery(id, ofDay, 1, 10), enabled: day !== undefined });
  return day !== undefined && list ? [[day, sumOfTotals(list.totals)] as const] : [];
}

/** Tasks to log on, the last used first, filtered by the search text. */
export const useLoggableTasks = (search: string) => {
  const { id } = useCompany();
  return useQuery({ ...loggableQuery(id, search), placeholderData: keepPreviousData });
};

/** Searches without a component, for Enter pressed before the list has loaded. Empty on errors, which the list shows. */
export const findLoggableTasks = (companyId: string, search: string) =>
  queryClient.fetchQuery(loggableQuery(companyId, search)).then(
    ({ found }) => found,
    () => [],
  );

const loggableQuery = (companyId: string, search: string) =>
  apiQuery('projects', 'GET /companies/{companyId}/loggable-tasks', {
    companyId,
    ...(search === '' ? {} : { search }),
  });

/** Loads a task by its id if it is not on the first page of tasks. */
export const useTaskById = (taskId: string, isKnown: boolean) =>
  useTasksByIds(taskId === '' || isKnown ? [] : [taskId]);

/** Those of the tasks on which worklogs are possible. */
export const useTasksByIds = (ids: string[]) => {
  const { id: companyId } = useCompany();
  return useQuery({
    ...apiQuery('projects', 'GET /companies/{companyId}/loggable-tasks', { companyId, ids }),
    enabled: ids.length > 0,
  });
};

export const usePolicies = () => {
  const { id } = useCompany();
  return useQuery(policiesQuery(id));
};

export const policiesQuery = (companyId: string) => apiQuery('companies', 'GET /companies/{companyId}', { companyId });

/** Prefetches the data of an empty form. */
export function prefetchWorklogForm({ id, timeZone }: Pick<SessionCompany, 'id' | 'timeZone'>): void {
  const now = serverDate();
  queryClient.prefetchQuery(loggableQuery(id, ''));
  queryClient.prefetchQuery(policiesQuery(id));
  queryClient.prefetchQuery(dayQuery(id, dayOf(now, entryZone(readerZone(), timeZone, now))));
}

export const useWorklogsOn = (day: Day) => {
  const { id } = useCompany();
  return useQuery(dayQuery(id, day));
};

const dayQuery = (companyId: string, day: Day) => listQuery(companyId, { from: day, to: day, ...noChoices }, 1, 100);

const listQuery = (companyId: string, filter: ListFilter, page: number, pageSize: PageSize) =>
  worklogsQuery(worklogListInput(companyId, filter, page, pageSize));

export const worklogListInput = (
  companyId: string,
  { from, to, clientIds, projectIds, statuses, tagIds }: ListFilter,
  page: number,
  pageSize: PageSize,
) => ({
  companyId,
  // The page shows own worklogs only, whatever else the user may see.
  workerIds: [authStore.get().user?.uid ?? ''],
  from,
  to,
  ...(clientIds.length > 0 ? { clientIds } : {}),
  ...(projectIds.length > 0 ? { projectIds } : {}),
  ...(statuses.length > 0 ? { statuses } : {}),
  ...(tagIds.length > 0 ? { tagIds } : {}),
  page,
  pageSize,
});

const localIds = new Set<string>();
onUserChange(() => localIds.clear());

/** Ids of worklogs that were saved or withdrawn in this window; they bypass the stable-list hold. */
export const locallyChangedIds: ReadonlySet<string> = localIds;

/** Marks worklogs as changed in this window without updating the lists. */
export function markLocallyChanged(worklogs: readonly Worklog[]): void {
  for (const { id } of worklogs) localIds.add(id);
}

/** Puts the saved worklog into the cached lists before they are refetched. */
export function showSavedWorklog(worklog: Worklog, filter: ListFilter): void {
  localIds.add(worklog.id);
  updateLists((list) => addToList(list, worklog, filter));
}

/** Removes the worklog from the cached lists. Returns the rollback in case the server refuses. */
export function hideWithdrawnWorklog(id: string): () => void {
  const before = queryClient.getQueriesData<WorklogPage>({ queryKey: ['worklogs', listName] });
  localIds.add(id);
  updateLists((list) => removeFromList(list, id));
  return () => {
    for (const [key, list] of before) queryClient.setQueryData(key, list);
  };
}

function updateLists(change: (list: WorklogPage) => WorklogPage): void {
  queryClient.setQueriesData<WorklogPage>(
    { queryKey: ['worklogs', listName], type: 'active' },
    (list) => list && change(list),
  );
}
