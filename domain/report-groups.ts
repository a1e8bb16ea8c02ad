// What the rows of a report are: clients, projects, tasks, workers, days, weeks, months or statuses, on up to three levels.

import { type Refusal, refuse } from './reasons.ts';
import { type BucketSize, bucketSizes, bucketsRefusal, type DayRange } from './report-ranges.ts';

export const reportGroups = ['client', 'project', 'task', 'worker', ...bucketSizes, 'status'] as const;
export type ReportGroup = (typeof reportGroups)[number];

/** The whole path to a worklog: project, task and worker. */
export const maxGroupLevels = 3;

export const defaultGroups: readonly ReportGroup[] = ['project', 'task', 'worker'];

export const isTimeGroup = (group: ReportGroup): group is BucketSize => bucketSizes.some((size) => size === group);

/** Hours by task are for those who may open the reports of tasks. */
export const hasTasks = (groups: readonly ReportGroup[]): boolean => groups.includes('task');

/** Each level groups by something else. */
export const differentGroupsRefusal = (groups: readonly ReportGroup[]): Refusal | null =>
  new Set(groups).size === groups.length ? null : refuse('field.invalid', { path: 'groupBy' });

/** No more days, weeks or months than can be shown. */
export function groupsRefusal(groups: readonly ReportGroup[], range: DayRange, weekStartsOn: number): Refusal | null {
  const repeated = differentGroupsRefusal(groups);
  if (repeated) return repeated;
  for (const group of groups.filter(isTimeGroup)) {
    const refusal = bucketsRefusal(range, group, weekStartsOn);
    if (refusal) return { ...refusal, path: 'groupBy' };
  }
  return null;
}
