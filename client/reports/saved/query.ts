import { apiQuery } from '../../queries.ts';

export const savedQuery = (companyId: string) =>
  apiQuery('saved-reports', 'GET /companies/{companyId}/saved-reports', { companyId });
