// Links to the approvals page that begin on the day of the oldest pending worklog, so that they include all of them.

import type { Day } from '#domain/calendar.ts';
import { pathTo } from '../routes.ts';

/** Link to the approvals of all workers or of one worker, or to the review. */
export const approvalsAddress = (since: Day | null, more: { workers?: string; review?: '1'; status?: 'all' } = {}) => ({
  to: pathTo('/approvals'),
  search: { ...(since === null ? {} : { from: since }), ...more },
});
