// The queries of the approvals.

import { keepPreviousData } from '@tanstack/react-query';
import { dayOf } from '#domain/calendar.ts';
import { periodOf } from '#domain/usual-periods.ts';
import type { ApiInput } from '../api.ts';
import { companiesStore } from '../auth.ts';
import { parameterValuesOf } from '../filters.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { worklogDetailQuery } from '../worklog/worklog-queries.ts';
import { worklogsQuery } from '../worklog/worklogs-query.ts';
import { type ApprovalFilterValues, approvalParameters, askedFor } from './filter.ts';

type ListInput = ApiInput<'GET /companies/{companyId}/worklogs'>;

const list = 'GET /companies/{companyId}/worklogs';

export const listQuery = (input: ListInput) => ({
  ...worklogsQuery(input),
  placeholderData: keepPreviousData,
});

/** The API input for the list. */
export const listInput = (
  companyId: string,
  asked: ReturnType<typeof askedFor>,
  { sort, page, size }: Pick<ApprovalFilterValues, 'sort' | 'page' | 'size'>,
) => ({ companyId, ...asked, sort, page, pageSize: size });

/** Prefetches the list for the search parameters of a link. */
export function askAhead(search: Record<string, unknown>): void {
  const { activeCompany } = companiesStore.get();
  const filters = parameterValuesOf(approvalParameters, search);
  if (!activeCompany || filters.review === '1') return;
  const today = dayOf(new Date(), activeCompany.timeZone);
  const asked = askedFor(filters, periodOf('this-month', today, activeCompany.weekStartsOn));
  queryClient.prefetchQuery(listQuery(listInput(activeCompany.id, asked, filters)));
}

export const reviewPageSize = 100;

export const waitingQuery = (companyId: string, asked: Omit<ListInput, 'companyId'>, page: number) =>
  apiQuery('worklogs', list, { companyId, ...asked, sort: 'oldest', page, pageSize: reviewPageSize });

/** The oldest pending worklogs of all time, for the note about those outside the chosen days. */
export const anyWaitingQuery = (companyId: string) =>
  apiQuery('worklogs', list, { companyId, statuses: ['pending'], sort: 'oldest', pageSize: 10 });

/** Whether the cached details say that somebody has decided the worklog. */
export function isKnownDecided(companyId: string, id: string): boolean {
  const detail = queryClient.getQueryData(worklogDetailQuery(companyId, id).queryKey);
  return detail !== undefined && detail.worklog.status !== 'pending';
}
