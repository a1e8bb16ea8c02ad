// What the report of all projects asks the server for, also before it is there.

import { keepPreviousData } from '@tanstack/react-query';
import { dayOf } from '#domain/calendar.ts';
import { companiesStore } from '../auth.ts';
import { valuesOf } from '../filters.ts';
import { queryClient, read } from '../queries.ts';
import { askedFor, rangeOf, reportParameters } from './filter.ts';
import { rowsInput, rowsQuery } from './rows-query.ts';
import { seriesQuery } from './series-query.ts';
import type { Report } from './use-report.ts';

export const reportQuery = ({ company, asked, choices }: Pick<Report, 'company' | 'asked' | 'choices'>) => ({
  ...read('reports', 'GET /companies/{companyId}/reports', {
    companyId: company.id,
    ...asked,
    compare: choices.compare === 'yes',
  }),
  placeholderData: keepPreviousData,
});

/** Asks ahead for what an address would show: the sums with their course over time, or the worklogs behind a number. */
export function askAhead(search: Record<string, unknown>): void {
  const { activeCompany: company } = companiesStore.get();
  if (!company) return;
  const choices = valuesOf(reportParameters, search);
  const range = rangeOf(choices, dayOf(new Date(), company.timeZone));
  const report = { company, place: {}, choices, range, asked: askedFor(choices, range) };
  if (choices.view === 'worklogs') queryClient.prefetchQuery(rowsQuery(rowsInput(report)));
  if (choices.view !== 'breakdown') return;
  queryClient.prefetchQuery(reportQuery(report));
  queryClient.prefetchQuery(seriesQuery(report, range));
}
