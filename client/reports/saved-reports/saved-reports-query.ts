import { apiQuery } from '../../queries.ts';

export const savedReportsQuery = (companyId: string) =>
  apiQuery('saved-reports', 'GET /companies/{companyId}/saved-reports', { companyId });
