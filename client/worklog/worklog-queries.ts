// Queries of one worklog with its history, and of the day around it.

import type { Worklog } from '#contract/worklogs.ts';
import { addDays } from '#domain/calendar.ts';
import type { ApiOutput } from '../api.ts';
import { apiQuery } from '../queries.ts';

/** With its receipts and history. */
export type LoadedWorklog = ApiOutput<'GET /companies/{companyId}/worklogs/{worklogId}'>;

export const worklogDetailQuery = (companyId: string, worklogId: string) =>
  apiQuery('worklogs', 'GET /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId });

/** The worker's day with the days before and after: a night shift belongs to the day on which it begins. */
export const workerDayQuery = (companyId: string, { workerId, day }: Pick<Worklog, 'workerId' | 'day'>) =>
  apiQuery('worklogs', 'GET /companies/{companyId}/worklogs', {
    companyId,
    workerIds: [workerId],
    from: addDays(day, -1),
    to: addDays(day, 1),
    sort: 'oldest',
    pageSize: 100,
  });
