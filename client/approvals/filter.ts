// The filter of the approvals: its search parameters and the API input.

import type { Day } from '#domain/calendar.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import { daysAskedFor } from '#domain/usual-periods.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import type { ApiInput } from '../api.ts';
import { choiceParameter, dayParameter, idParameter, idsParameter, textParameter } from '../filters.ts';
import { pagingParameters } from '../ui/list-filters.ts';
import type { PageSize } from '../ui/page-size.ts';

export const statusChoices = ['pending', 'approved', 'rejected', 'all'] as const satisfies readonly (
  | WorklogStatus
  | 'all'
)[];
export type StatusChoice = (typeof statusChoices)[number];

export const orders = ['newest', 'oldest', 'submitted'] as const;
export const groupings = ['day', 'worker'] as const;

export const approvalParameters = {
  from: dayParameter,
  to: dayParameter,
  project: idParameter,
  workers: idsParameter,
  status: choiceParameter(statusChoices, 'pending'),
  sort: choiceParameter(orders, 'newest'),
  group: choiceParameter(groupings, 'day'),
  ...pagingParameters,
  worklog: textParameter,
  review: textParameter,
};

export type Wanted = {
  from: Day | null;
  to: Day | null;
  project: string;
  workers: string[];
  status: StatusChoice;
};

type Asked = Pick<
  ApiInput<'GET /companies/{companyId}/worklogs'>,
  'from' | 'to' | 'projectIds' | 'workerIds' | 'statuses'
>;

export function askedFor(wanted: Wanted, byDefault: DayRange): Asked & DayRange {
  return {
    ...daysAskedFor(wanted, byDefault),
    ...(wanted.project === '' ? {} : { projectIds: [wanted.project] }),
    ...(wanted.workers.length > 0 ? { workerIds: wanted.workers } : {}),
    ...(wanted.status === 'all' ? {} : { statuses: [wanted.status] }),
  };
}

/** The review shows pending worklogs, whatever status the list shows. */
export const onlyPending = (asked: ReturnType<typeof askedFor>): ReturnType<typeof askedFor> => ({
  ...asked,
  statuses: ['pending'],
});

/** Search parameters with the details of that worklog open. */
export const withWorklog =
  (id: string) =>
  (before: Record<string, unknown>): Record<string, unknown> => ({ ...before, review: undefined, worklog: id });

export type ApprovalFilterValues = Wanted & {
  sort: (typeof orders)[number];
  group: (typeof groupings)[number];
  page: number;
  size: PageSize;
  worklog: string;
};

export type ChangeFilters = (patch: Partial<ApprovalFilterValues>) => unknown;
