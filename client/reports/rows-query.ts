// The query for the worklogs of a number.

import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery } from '../queries.ts';
import { rowsBehind } from './filter.ts';
import type { Report } from './use-report.ts';

const list = 'GET /companies/{companyId}/worklogs';

export const rowsInput = ({
  company,
  place,
  choices,
  asked,
}: Pick<Report, 'company' | 'place' | 'choices' | 'asked'>) => ({
  companyId: company.id,
  ...rowsBehind(asked, place),
  sort: choices.order,
  page: choices.page,
  pageSize: choices.size,
});

export const rowsQuery = (input: ReturnType<typeof rowsInput>) => ({
  ...apiQuery('worklogs', list, input),
  placeholderData: keepPreviousData,
});
