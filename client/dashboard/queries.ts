// The query of the dashboard.

import { companiesStore } from '../auth.ts';
import { apiQuery, queryClient } from '../queries.ts';

export const dashboardQuery = (companyId: string) =>
  apiQuery('dashboard', 'GET /companies/{companyId}/dashboard', { companyId });

export function prefetchDashboard(): void {
  const { activeCompany } = companiesStore.get();
  if (activeCompany) queryClient.prefetchQuery(dashboardQuery(activeCompany.id));
}
