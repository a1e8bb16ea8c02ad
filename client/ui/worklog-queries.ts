// One worklog with all that happened to it, and the day that it is part of.

import type { Worklog } from '#contract/worklogs.ts';
import { addDays } from '#domain/calendar.ts';
import { read } from '../queries.ts';

export const detailQuery = (companyId: string, worklogId: string) =>
  read('worklogs', 'GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId });

/** The worker's day with the days beside it: a night shift belongs to the day before. */
export const dayQuery = (companyId: string, { workerId, day }: Pick<Worklog, 'workerId' | 'day'>) =>
  read('worklogs', 'GET /companies/{companyId}/worklogs', {
    companyId,
    workerIds: [workerId],
    from: addDays(day, -1),
    to: addDays(day, 1),
    sort: 'oldest',
    pageSize: 100,
  });
