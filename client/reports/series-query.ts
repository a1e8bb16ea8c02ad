// The query for the series of a report over some days, with the bucket size of the report's range.

import { keepPreviousData } from '@tanstack/react-query';
import type { DayRange } from '#domain/report-ranges.ts';
import { apiQuery } from '../queries.ts';
import { withSubject } from './filter.ts';
import { effectiveBucketSize } from './series.ts';
import type { Report } from './use-report.ts';

type SeriesParameters = Pick<Report, 'company' | 'subject' | 'choices' | 'range' | 'apiFilter'>;

export const seriesQuery = ({ company, subject, choices, range, apiFilter }: SeriesParameters, days: DayRange) => ({
  ...apiQuery('reports', 'GET /companies/{companyId}/reports/series', {
    companyId: company.id,
    ...withSubject(apiFilter, subject),
    from: days.from,
    to: days.to,
    by: effectiveBucketSize(choices.by, range),
  }),
  placeholderData: keepPreviousData,
});
