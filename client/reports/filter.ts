// The filter of the reports as it stands in the address, and as the API is asked for it. All three reports share it, so that
// a link from one to the next keeps range and choices. A number leads to its rows by the same address, narrowed.

import type { Day } from '#domain/calendar.ts';
import { type TaskKind, taskKinds } from '#domain/projects.ts';
import { bucketSizes, type DayRange } from '#domain/report-ranges.ts';
import { daysAskedFor, periodOf } from '#domain/usual-periods.ts';
import { type WorklogStatus, worklogStatuses } from '#domain/worklogs.ts';
import { choiceParameter, choicesParameter, dayParameter, idsParameter, textParameter } from '../filters.ts';
import { pagingParameters, sortParameter } from '../ui/list-filters.ts';

export const views = ['breakdown', 'worklogs', 'print', 'payroll'] as const;
export const sortColumns = ['name', 'items', 'approved', 'pending', 'rejected', 'hours', 'expenses'] as const;

export const reportParameters = {
  from: dayParameter,
  to: dayParameter,
  projects: idsParameter,
  tasks: idsParameter,
  workers: idsParameter,
  statuses: choicesParameter(worklogStatuses),
  kinds: choicesParameter(taskKinds),
  compare: choiceParameter(['no', 'yes'], 'no'),
  view: choiceParameter(views, 'breakdown'),
  by: choiceParameter(['auto', ...bucketSizes], 'auto'),
  look: choiceParameter(['chart', 'table'], 'chart'),
  measure: textParameter,
  sort: sortParameter(sortColumns, { column: 'hours', direction: 'descending' }),
  order: choiceParameter(['newest', 'oldest'], 'newest'),
  worklog: textParameter,
  ...pagingParameters,
};

export type ReportChoices = {
  from: Day | null;
  to: Day | null;
  projects: string[];
  tasks: string[];
  workers: string[];
  statuses: WorklogStatus[];
  kinds: TaskKind[];
};

/** What the path of a report has settled. */
export type Place = { projectId?: string; taskId?: string };

export const unchosen = (): Omit<ReportChoices, 'from' | 'to'> => ({
  projects: [],
  tasks: [],
  workers: [],
  statuses: [],
  kinds: [],
});

/** This month unless the address says otherwise. */
export function rangeOf({ from, to }: Pick<ReportChoices, 'from' | 'to'>, today: Day): DayRange {
  return daysAskedFor({ from, to }, periodOf('this-month', today, 1));
}

/** Nothing chosen means no restriction: the server then leaves rejected worklogs out. What the path settles is no filter. */
export function askedFor(choices: ReportChoices, range: DayRange, place: Place = {}) {
  const projectIds = place.projectId === undefined ? choices.projects : [];
  const taskIds = place.taskId === undefined ? choices.tasks : [];
  return {
    ...range,
    ...(projectIds.length > 0 ? { projectIds } : {}),
    ...(taskIds.length > 0 ? { taskIds } : {}),
    ...(choices.workers.length > 0 ? { workerIds: choices.workers } : {}),
    ...(choices.statuses.length > 0 ? { statuses: choices.statuses } : {}),
    ...(choices.kinds.length > 0 ? { kinds: choices.kinds } : {}),
  };
}

export type Asked = ReturnType<typeof askedFor>;

/** With what the path has settled, for questions whose own path has not. */
export const within = (asked: Asked, { projectId, taskId }: Place) => ({
  ...asked,
  ...(projectId === undefined ? {} : { projectIds: [projectId] }),
  ...(taskId === undefined ? {} : { taskIds: [taskId] }),
});

const usualStatuses: WorklogStatus[] = ['pending', 'approved'];

/** The worklogs that the sums of a report add up, as the list of worklogs is asked for them. */
export const rowsBehind = (asked: Asked, place: Place) => ({
  ...within(asked, place),
  statuses: asked.statuses ?? usualStatuses,
});

export type Narrow = Partial<
  Pick<ReportChoices, 'from' | 'to' | 'projects' | 'tasks' | 'workers' | 'statuses' | 'kinds'>
>;

/** The address of the rows behind a number: what it sums, and nothing else. */
export const toRows =
  (narrow: Narrow) =>
  (before: Record<string, unknown>): Record<string, unknown> => ({
    ...before,
    ...narrow,
    view: 'worklogs',
    page: undefined,
    worklog: undefined,
  });

/** The address of another report of the same filter. */
export const toReport = (before: Record<string, unknown>): Record<string, unknown> => ({
  ...before,
  view: undefined,
  page: undefined,
  worklog: undefined,
});
