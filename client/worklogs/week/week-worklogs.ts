// The worklogs of the week view and of the timesheet: all of some days, without pages.

import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { addDays, type Day } from '#domain/calendar.ts';
import { useCompany } from '../../auth.ts';
import { read } from '../../queries.ts';
import { useWorklogListFilter, type WorklogPage, worklogListInput } from '../loader.ts';
import { type ListFilter, noChoices } from '../worklog-list.ts';

const listName = 'GET /companies/{companyId}/worklogs';

/** All worklogs of the week and of the day before, which may extend into it. */
export function useWeekWorklogs() {
  const company = useCompany();
  const { from, ...filter } = useWorklogListFilter();
  const query = weekQuery(company.id, { ...filter, from: addDays(from, -1) });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

/** All worklogs of the week, of the week before it, and of the day before them. */
export function useTimesheetWorklogs(first: Day) {
  const company = useCompany();
  const query = weekQuery(company.id, { from: addDays(first, -8), to: addDays(first, 6), ...noChoices });
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

const maxPageSize = 100;

/** All pages combined into one list. */
const weekQuery = (companyId: string, filter: ListFilter) =>
  queryOptions({
    queryKey: ['worklogs', listName, { companyId, ...filter, page: 'all' }] as const,
    queryFn: async ({ signal }): Promise<WorklogPage> => {
      const loadPage = (page: number) => read(listName, worklogListInput(companyId, filter, page, maxPageSize), signal);
      const first = await loadPage(1);
      const others = Math.ceil(first.totals.items / maxPageSize) - 1;
      const rest = await Promise.all(Array.from({ length: Math.max(0, others) }, (_, index) => loadPage(index + 2)));
      const all = [first, ...rest].flatMap(({ worklogs }) => worklogs);
      // A row that moved to the next page between two requests appears twice.
      const worklogs = [...new Map(all.map((worklog) => [worklog.id, worklog])).values()];
      return { ...first, worklogs, pageSize: Number.MAX_SAFE_INTEGER };
    },
  });
