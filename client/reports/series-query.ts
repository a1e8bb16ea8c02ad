// The query for the series of a report over some days, with the bucket size of the report's range.

import { keepPreviousData } from '@tanstack/react-query';
import type { DayRange } from '#domain/report-ranges.ts';
import { apiQuery } from '../queries.ts';
import { within } from './filter.ts';
import { sizeOf } from './series.ts';
import type { Report } from './use-report.ts';

type Asking = Pick<Report, 'company' | 'place' | 'choices' | 'range' | 'asked'>;

export const seriesQuery = ({ company, place, choices, range, asked }: Asking, days: DayRange) => ({
  ...apiQuery('reports', 'GET /companies/{companyId}/reports/series', {
    companyId: company.id,
    ...within(asked, place),
    from: days.from,
    to: days.to,
    by: sizeOf(choices.by, range),
  }),
  placeholderData: keepPreviousData,
});
