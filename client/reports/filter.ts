// The filter of the reports: its search parameters and the API input. All three reports share it, so that links between them
// keep the range and the filters. The link from a number to its worklogs is the same URL with a narrower filter.

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

/** The project and task in the path of a report. */
export type Place = { projectId?: string; taskId?: string };

export const unchosen = (): Omit<ReportChoices, 'from' | 'to'> => ({
  projects: [],
  tasks: [],
  workers: [],
  statuses: [],
  kinds: [],
});

/** The range of the URL; by default the current month. */
export function rangeOf({ from, to }: Pick<ReportChoices, 'from' | 'to'>, today: Day): DayRange {
  return daysAskedFor({ from, to }, periodOf('this-month', today, 1));
}

/** The API input. No chosen statuses: the server excludes rejected worklogs. Project and task of the path are not part of it. */
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

/** Adds project and task of the path, for endpoints that have them as filters. */
export const within = (asked: Asked, { projectId, taskId }: Place) => ({
  ...asked,
  ...(projectId === undefined ? {} : { projectIds: [projectId] }),
  ...(taskId === undefined ? {} : { taskIds: [taskId] }),
});

const usualStatuses: WorklogStatus[] = ['pending', 'approved'];

/** The filter of the worklogs that the sums of a report add up. */
export const rowsBehind = (asked: Asked, place: Place) => ({
  ...within(asked, place),
  statuses: asked.statuses ?? usualStatuses,
});

export type Narrow = Partial<
  Pick<ReportChoices, 'from' | 'to' | 'projects' | 'tasks' | 'workers' | 'statuses' | 'kinds'>
>;

/** Search parameters for exactly the worklogs that a number sums. */
export const toRows =
  (narrow: Narrow) =>
  (before: Record<string, unknown>): Record<string, unknown> => ({
    ...before,
    ...narrow,
    view: 'worklogs',
    page: undefined,
    worklog: undefined,
  });

/** Search parameters for another report with the same filter. */
export const toReport = (before: Record<string, unknown>): Record<string, unknown> => ({
  ...before,
  view: undefined,
  page: undefined,
  worklog: undefined,
});
