// The queries of a report, and prefetching for the report of all projects.

import { keepPreviousData } from '@tanstack/react-query';
import { companiesStore } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { parameterValuesOf } from '../filters.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { reportApiFilter, reportParameters, reportRange } from './filter.ts';
import { groupLevels, offeredGroups } from './groups.ts';
import { reportWorklogsInput, reportWorklogsQuery } from './report-worklogs-query.ts';
import { seriesQuery } from './series-query.ts';
import type { Report } from './use-report.ts';

type ReportParameters = Pick<Report, 'company' | 'apiFilter' | 'choices' | 'levels'>;

/** Totals, and the rows of the first level. */
export const reportInput = ({ company, apiFilter, choices, levels }: ReportParameters) => ({
  companyId: company.id,
  ...apiFilter,
  compare: choices.compare === 'yes',
  groupBy: levels[0] ?? 'status',
});

export const reportQuery = (report: ReportParameters) => ({
  ...apiQuery('reports', 'GET /companies/{companyId}/reports', reportInput(report)),
  placeholderData: keepPreviousData,
});

/** Prefetches the report for the search parameters of a link: totals and series, or the worklogs of a number. */
export function prefetchReport(search: Record<string, unknown>): void {
  const { activeCompany: company } = companiesStore.get();
  if (!company) return;
  const choices = parameterValuesOf(reportParameters, search);
  const range = reportRange(choices, todayIn(company.timeZone));
  const levels = groupLevels(choices, offeredGroups({ company, subject: {}, range }));
  const report = { company, subject: {}, choices, range, levels, apiFilter: reportApiFilter(choices, range) };
  if (choices.view === 'worklogs') queryClient.prefetchQuery(reportWorklogsQuery(reportWorklogsInput(report)));
  if (choices.view !== 'breakdown') return;
  queryClient.prefetchQuery(reportQuery(report));
  queryClient.prefetchQuery(seriesQuery(report, range));
}
