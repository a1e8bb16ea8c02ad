// The queries of the approvals.

import { keepPreviousData } from '@tanstack/react-query';
import { presetRange } from '#domain/period-presets.ts';
import type { ApiInput } from '../api.ts';
import { companiesStore } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { parameterValuesOf } from '../filters.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { worklogDetailQuery } from '../worklog/worklog-queries.ts';
import { worklogsQuery } from '../worklog/worklogs-query.ts';
import { type ApprovalFilterValues, approvalApiFilter, approvalParameters } from './filter.ts';

type ListInput = ApiInput<'GET /companies/{companyId}/worklogs'>;

const list = 'GET /companies/{companyId}/worklogs';

/** What else the user may read, such as own worklogs in other projects, belongs to other pages. */
const toDecide = { access: 'decide' } as const;

export const approvalListQuery = (input: ListInput) => ({
  ...worklogsQuery(input),
  placeholderData: keepPreviousData,
});

/** The API input for the list. */
export const approvalListInput = (
  companyId: string,
  apiFilter: ReturnType<typeof approvalApiFilter>,
  { sort, page, size }: Pick<ApprovalFilterValues, 'sort' | 'page' | 'size'>,
) => ({ companyId, ...apiFilter, ...toDecide, sort, page, pageSize: size });

/** Prefetches the list for the search parameters of a link. */
export function prefetchApprovals(search: Record<string, unknown>): void {
  const { activeCompany } = companiesStore.get();
  const filters = parameterValuesOf(approvalParameters, search);
  if (!activeCompany || filters.review === '1') return;
  const today = todayIn(activeCompany.timeZone);
  const apiFilter = approvalApiFilter(filters, presetRange('this-month', today, activeCompany.weekStartsOn));
  queryClient.prefetchQuery(approvalListQuery(approvalListInput(activeCompany.id, apiFilter, filters)));
}

export const reviewPageSize = 100;

export const pendingPageQuery = (companyId: string, apiFilter: Omit<ListInput, 'companyId'>, page: number) =>
  apiQuery('worklogs', list, { companyId, ...apiFilter, ...toDecide, sort: 'oldest', page, pageSize: reviewPageSize });

/** The oldest pending worklogs of all time, for the note about those outside the chosen days. */
export const oldestPendingQuery = (companyId: string) =>
  apiQuery('worklogs', list, { companyId, statuses: ['pending'], ...toDecide, sort: 'oldest', pageSize: 10 });

/** Whether the cached details say that somebody has decided the worklog. */
export function isKnownDecided(companyId: string, id: string): boolean {
  const detail = queryClient.getQueryData(worklogDetailQuery(companyId, id).queryKey);
  return detail !== undefined && detail.worklog.status !== 'pending';
}
