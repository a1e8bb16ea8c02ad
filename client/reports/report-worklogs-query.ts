// The query for the worklogs of a number.

import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery } from '../queries.ts';
import { worklogsFilter } from './filter.ts';
import type { Report } from './use-report.ts';

const list = 'GET /companies/{companyId}/worklogs';

export const reportWorklogsInput = ({
  company,
  subject,
  choices,
  apiFilter,
}: Pick<Report, 'company' | 'subject' | 'choices' | 'apiFilter'>) => ({
  companyId: company.id,
  ...worklogsFilter(apiFilter, subject),
  sort: choices.order,
  page: choices.page,
  pageSize: choices.size,
});

export const reportWorklogsQuery = (input: ReturnType<typeof reportWorklogsInput>) => ({
  ...apiQuery('worklogs', list, input),
  placeholderData: keepPreviousData,
});
