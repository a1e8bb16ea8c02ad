import { read } from '../../queries.ts';

export const savedQuery = (companyId: string) =>
  read('saved-reports', 'GET /companies/{companyId}/saved-reports', { companyId });
