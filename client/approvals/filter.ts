// The filter of the approvals: its search parameters and the API input.

import type { Day } from '#domain/calendar.ts';
import { completeRange } from '#domain/period-presets.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import type { WorklogStatus } from '#domain/worklogs.ts';
import type { ApiInput } from '../api.ts';
import {
  choiceParameter,
  dayParameter,
  idParameter,
  idsOrNoneParameter,
  idsParameter,
  textParameter,
} from '../filters.ts';
import { pagingParameters } from '../ui/list-filters.ts';
import type { PageSize } from '../ui/page-size.ts';

export const statusChoices = ['pending', 'approved', 'rejected', 'all'] as const satisfies readonly (
  | WorklogStatus
  | 'all'
)[];
export type StatusChoice = (typeof statusChoices)[number];

export const sortOrders = ['newest', 'oldest', 'submitted'] as const;
export const groupings = ['day', 'worker'] as const;

export const approvalParameters = {
  from: dayParameter,
  to: dayParameter,
  project: idParameter,
  workers: idsParameter,
  clients: idsOrNoneParameter,
  tags: idsOrNoneParameter,
  status: choiceParameter(statusChoices, 'pending'),
  sort: choiceParameter(sortOrders, 'newest'),
  group: choiceParameter(groupings, 'day'),
  ...pagingParameters,
  worklog: textParameter,
  review: textParameter,
  enter: choiceParameter(['no', 'yes'], 'no'),
};

export type ApprovalFilterFields = {
  from: Day | null;
  to: Day | null;
  project: string;
  workers: string[];
  clients: string[];
  tags: string[];
  status: StatusChoice;
};

export type WorklogListFilter = Pick<
  ApiInput<'GET /companies/{companyId}/worklogs'>,
  'from' | 'to' | 'clientIds' | 'projectIds' | 'workerIds' | 'tagIds' | 'statuses'
>;

export function approvalApiFilter(fields: ApprovalFilterFields, defaultRange: DayRange): WorklogListFilter & DayRange {
  return {
    ...completeRange(fields, defaultRange),
    ...(fields.project === '' ? {} : { projectIds: [fields.project] }),
    ...(fields.workers.length > 0 ? { workerIds: fields.workers } : {}),
    ...(fields.clients.length > 0 ? { clientIds: fields.clients } : {}),
    ...(fields.tags.length > 0 ? { tagIds: fields.tags } : {}),
    ...(fields.status === 'all' ? {} : { statuses: [fields.status] }),
  };
}

/** The review shows pending worklogs, whatever status the list shows. */
export const pendingOnly = (apiFilter: ReturnType<typeof approvalApiFilter>): ReturnType<typeof approvalApiFilter> => ({
  ...apiFilter,
  statuses: ['pending'],
});

/** Search parameters with the details of that worklog open. */
export const withWorklogDetails =
  (id: string) =>
  (before: Record<string, unknown>): Record<string, unknown> => ({ ...before, review: undefined, worklog: id });

export type ApprovalFilterValues = ApprovalFilterFields & {
  sort: (typeof sortOrders)[number];
  group: (typeof groupings)[number];
  page: number;
  size: PageSize;
  worklog: string;
};

export type ChangeFilters = (patch: Partial<ApprovalFilterValues>) => unknown;
