// The day of the oldest pending worklog: links to the approvals page begin there, so that they include all pending worklogs.

import { useQuery } from '@tanstack/react-query';
import type { Day } from '#domain/calendar.ts';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { pathTo } from '../routes.ts';

export function useWaitingSince(waiting: number): Day | null {
  const { id: companyId } = useCompany();
  const { data } = useQuery({
    ...apiQuery('worklogs', 'GET /companies/{companyId}/worklogs', {
      companyId,
      statuses: ['pending'],
      sort: 'oldest',
      pageSize: 10,
    }),
    enabled: waiting > 0,
  });
  return data?.worklogs[0]?.day ?? null;
}

/** Link to the approvals of all workers or of one worker, or to the review. */
export const approvalsAddress = (since: Day | null, more: { workers?: string; review?: '1' } = {}) => ({
  to: pathTo('/approvals'),
  search: { ...(since === null ? {} : { from: since }), ...more },
});
