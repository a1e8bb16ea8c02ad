// What the rows of the breakdown are, level by level: the choice in the URL, as far as the report and the permissions offer it.

import type { SessionCompany } from '#contract/identity.ts';
import { defaultGroups, isTimeGroup, type ReportGroup, reportGroups } from '#domain/report-groups.ts';
import type { DayRange } from '#domain/report-ranges.ts';
import type { ReportSubject } from './filter.ts';
import { possibleBucketSizes } from './series.ts';

/** `usual`: what the report shows without a choice. */
export type GroupChoice = { group: ReportGroup | 'usual'; subgroup: ReportGroup | 'none' | 'usual' };

type Place = { company: Pick<SessionCompany, 'scopes' | 'hasClients'>; subject: ReportSubject; range: DayRange };

/** All groups that may be chosen. */
export function offeredGroups({ company: { scopes, hasClients }, subject, range }: Place): ReportGroup[] {
  const sizes = possibleBucketSizes(range);
  return reportGroups.filter((group) => {
    if (isTimeGroup(group)) return sizes.includes(group);
    if (group === 'client') return hasClients && subject.projectId === undefined;
    if (group === 'project') return subject.projectId === undefined;
    if (group === 'task') return subject.taskId === undefined && scopes['reports.breakdown'] !== undefined;
    return group !== 'worker' || scopes['reports.read'] !== 'own';
  });
}

/** The levels to show: the chosen ones if they are offered, else the usual ones. Below tasks of projects are their workers. */
export function groupLevels({ group, subgroup }: GroupChoice, offered: readonly ReportGroup[]): ReportGroup[] {
  const usual = defaultGroups.filter((one) => offered.includes(one));
  const first = offered.find((one) => one === group) ?? usual[0] ?? 'status';
  if (subgroup === 'none') return [first];
  if (subgroup === 'usual' && first === usual[0]) return usual;
  const second = offered.find((one) => one === subgroup && one !== first) ?? usualSecond(first, offered);
  if (second === undefined) return [first];
  const hasWorkers = first === 'project' && second === 'task' && offered.includes('worker');
  return hasWorkers ? [first, second, 'worker'] : [first, second];
}

const usualSecond = (first: ReportGroup, offered: readonly ReportGroup[]): ReportGroup | undefined =>
  (first === 'client' ? (['project'] as const) : (['worker', 'project', 'task'] as const)).find(
    (group) => group !== first && offered.includes(group),
  );
