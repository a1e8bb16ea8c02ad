// The queries of a report, and prefetching for the report of all projects.

import { keepPreviousData } from '@tanstack/react-query';
import { dayOf } from '#domain/calendar.ts';
import { companiesStore } from '../auth.ts';
import { parameterValuesOf } from '../filters.ts';
import { apiQuery, queryClient } from '../queries.ts';
import { askedFor, rangeOf, reportParameters } from './filter.ts';
import { rowsInput, rowsQuery } from './rows-query.ts';
import { seriesQuery } from './series-query.ts';
import type { Report } from './use-report.ts';

type Asking = Pick<Report, 'company' | 'asked' | 'choices'>;

export const reportInput = ({ company, asked, choices }: Asking) => ({
  companyId: company.id,
  ...asked,
  compare: choices.compare === 'yes',
});

export const reportQuery = (report: Asking) => ({
  ...apiQuery('reports', 'GET /companies/{companyId}/reports', reportInput(report)),
  placeholderData: keepPreviousData,
});

/** Prefetches the report for the search parameters of a link: totals and series, or the worklogs of a number. */
export function askAhead(search: Record<string, unknown>): void {
  const { activeCompany: company } = companiesStore.get();
  if (!company) return;
  const choices = parameterValuesOf(reportParameters, search);
  const range = rangeOf(choices, dayOf(new Date(), company.timeZone));
  const report = { company, place: {}, choices, range, asked: askedFor(choices, range) };
  if (choices.view === 'worklogs') queryClient.prefetchQuery(rowsQuery(rowsInput(report)));
  if (choices.view !== 'breakdown') return;
  queryClient.prefetchQuery(reportQuery(report));
  queryClient.prefetchQuery(seriesQuery(report, range));
}
