// The filter of the reports: its search parameters and the API input. All three reports share it, so that links between them
// keep the range and the filters. The link from a number to its worklogs is the same URL with a narrower filter.

import type { Day } from '#domain/calendar.ts';
import { completeRange, presetRange } from '#domain/period-presets.ts';
import { type TaskKind, taskKinds } from '#domain/projects.ts';
import { reportGroups } from '#domain/report-groups.ts';
import { bucketSizes, type DayRange } from '#domain/report-ranges.ts';
import { type WorklogStatus, worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import {
  choiceParameter,
  choicesParameter,
  dayParameter,
  idsOrNoneParameter,
  idsParameter,
  textParameter,
} from '../filters.ts';
import { pagingParameters, sortParameter } from '../ui/list-filters.ts';

export const reportViews = ['breakdown', 'worklogs', 'print', 'payroll'] as const;
export const sortColumns = [
  'usual',
  'name',
  'items',
  'approved',
  'pending',
  'rejected',
  'hours',
  'expenses',
  'billable',
] as const;

export const billableChoices = ['yes', 'no'] as const;

export const billableLabel = (choice: (typeof billableChoices)[number]): string =>
  choice === 'yes' ? m.billable_field() : m.billable_no();

export const reportParameters = {
  from: dayParameter,
  to: dayParameter,
  clients: idsOrNoneParameter,
  projects: idsParameter,
  tasks: idsParameter,
  workers: idsParameter,
  tags: idsOrNoneParameter,
  billable: choicesParameter(billableChoices),
  statuses: choicesParameter(worklogStatuses),
  kinds: choicesParameter(taskKinds),
  compare: choiceParameter(['no', 'yes'], 'no'),
  view: choiceParameter(reportViews, 'breakdown'),
  group: choiceParameter(['usual', ...reportGroups], 'usual'),
  subgroup: choiceParameter(['usual', 'none', ...reportGroups], 'usual'),
  by: choiceParameter(['auto', ...bucketSizes], 'auto'),
  look: choiceParameter(['chart', 'table'], 'chart'),
  measure: textParameter,
  sort: sortParameter(sortColumns, { column: 'usual', direction: 'descending' }),
  order: choiceParameter(['newest', 'oldest'], 'newest'),
  worklog: textParameter,
  ...pagingParameters,
};

export type ReportFilterValues = {
  from: Day | null;
  to: Day | null;
  clients: string[];
  projects: string[];
  tasks: string[];
  workers: string[];
  statuses: WorklogStatus[];
  kinds: TaskKind[];
  tags: string[];
  billable: (typeof billableChoices)[number][];
};

/** The project and task in the path of a report. */
export type ReportSubject = { projectId?: string; taskId?: string };

export const noFilters = (): Omit<ReportFilterValues, 'from' | 'to'> => ({
  clients: [],
  projects: [],
  tasks: [],
  workers: [],
  statuses: [],
  kinds: [],
  tags: [],
  billable: [],
});

/** The range of the URL; by default the current month. */
export function reportRange({ from, to }: Pick<ReportFilterValues, 'from' | 'to'>, today: Day): DayRange {
  return completeRange({ from, to }, presetRange('this-month', today, 1));
}

/** The API input. No chosen statuses: the server excludes rejected worklogs. Project and task of the path are not part of it. */
export function reportApiFilter(choices: ReportFilterValues, range: DayRange, subject: ReportSubject = {}) {
  const clientIds = subject.projectId === undefined ? choices.clients : [];
  const projectIds = subject.projectId === undefined ? choices.projects : [];
  const taskIds = subject.taskId === undefined ? choices.tasks : [];
  return {
    ...range,
    ...(clientIds.length > 0 ? { clientIds } : {}),
    ...(projectIds.length > 0 ? { projectIds } : {}),
    ...(taskIds.length > 0 ? { taskIds } : {}),
    ...(choices.workers.length > 0 ? { workerIds: choices.workers } : {}),
    ...(choices.statuses.length > 0 ? { statuses: choices.statuses } : {}),
    ...(choices.kinds.length > 0 ? { kinds: choices.kinds } : {}),
    ...(choices.tags.length > 0 ? { tagIds: choices.tags } : {}),
    ...(choices.billable.length === 1 ? { isBillable: choices.billable.includes('yes') } : {}),
  };
}

export type ReportApiFilter = ReturnType<typeof reportApiFilter>;

/** Adds project and task of the path, for endpoints that have them as filters. */
export const withSubject = (apiFilter: ReportApiFilter, { projectId, taskId }: ReportSubject) => ({
  ...apiFilter,
  ...(projectId === undefined ? {} : { projectIds: [projectId] }),
  ...(taskId === undefined ? {} : { taskIds: [taskId] }),
});

type ShownReport = { choices: { view: string }; apiFilter: ReportApiFilter; subject: ReportSubject };

/** The filter of the shown report with its project and task. Payroll shows and has only the days and the workers. */
export const shownApiFilter = ({ choices, apiFilter, subject }: ShownReport): ReportApiFilter =>
  choices.view === 'payroll' ? payrollApiFilter(apiFilter) : withSubject(apiFilter, subject);

export const payrollApiFilter = ({ from, to, workerIds }: ReportApiFilter) => ({
  from,
  to,
  ...(workerIds ? { workerIds } : {}),
});

/** Whether a chosen filter leaves out a part of what is shown. */
export const isNarrowedReport = ({ choices, apiFilter }: Omit<ShownReport, 'subject'>): boolean =>
  Object.keys(shownApiFilter({ choices, apiFilter, subject: {} })).some((name) => name !== 'from' && name !== 'to');

const defaultStatuses: WorklogStatus[] = ['pending', 'approved'];

/** The filter of the worklogs that the sums of a report add up. */
export const worklogsFilter = (apiFilter: ReportApiFilter, subject: ReportSubject) => ({
  ...withSubject(apiFilter, subject),
  statuses: apiFilter.statuses ?? defaultStatuses,
});

export type NarrowedFilter = Partial<
  Pick<
    ReportFilterValues,
    'from' | 'to' | 'clients' | 'projects' | 'tasks' | 'workers' | 'statuses' | 'kinds' | 'tags' | 'billable'
  >
>;

/** The API input for the part of a report that a row or a number sums. */
export const narrowedApiFilter = (
  { choices, range, subject }: { choices: ReportFilterValues; range: DayRange; subject: ReportSubject },
  narrow: NarrowedFilter,
) => {
  const days = { from: narrow.from ?? range.from, to: narrow.to ?? range.to };
  return withSubject(reportApiFilter({ ...choices, ...narrow }, days, subject), subject);
};

/** Search parameters for exactly the worklogs that a number sums. */
export const worklogsSearch =
  (narrow: NarrowedFilter) =>
  (before: Record<string, unknown>): Record<string, unknown> => ({
    ...before,
    ...narrow,
    view: 'worklogs',
    page: undefined,
    worklog: undefined,
  });

/** Search parameters for another report with the same filter. */
export const reportSearch = (before: Record<string, unknown>): Record<string, unknown> => ({
  ...before,
  view: undefined,
  page: undefined,
  worklog: undefined,
});
