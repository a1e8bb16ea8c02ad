// Conversion between a saved report and the URL of the report.

import type { SavedReport } from '#contract/saved-reports.ts';
import { matchingPreset } from '#domain/period-presets.ts';
import { pathTo } from '../../routes.ts';
import { stringifySearch } from '../../routing/search-params.ts';
import { shownApiFilter } from '../filter.ts';
import type { Report } from '../use-report.ts';

type Shown = Pick<Report, 'apiFilter' | 'subject' | 'levels' | 'range' | 'today'> & {
  choices: Pick<Report['choices'], 'view' | 'group' | 'subgroup'>;
  company: Pick<Report['company'], 'weekStartsOn'>;
};

/** Uses the days that the range means today. */
export const savedReportPath = ({ view, days, filter, groupBy: [group, subgroup] }: SavedReport): string =>
  `${pathTo('/reports')}${stringifySearch({
    ...days,
    clients: filter.clientIds,
    projects: filter.projectIds,
    tasks: filter.taskIds,
    workers: filter.workerIds,
    statuses: filter.statuses,
    kinds: filter.kinds,
    tags: filter.tagIds,
    billable: filter.isBillable === undefined ? undefined : [filter.isBillable ? 'yes' : 'no'],
    view: view === 'breakdown' ? undefined : view,
    ...(group && { group, subgroup: subgroup ?? 'none' }),
  })}`;

/** The shown report as input for saving. A period preset stays relative to the calendar; other days are saved as they are. */
export function shownReportInput(shown: Shown) {
  const { subject, choices, levels, range, today, company } = shown;
  const { from, to, ...filter } = shownApiFilter(shown);
  const preset = matchingPreset(range, today, company.weekStartsOn);
  const view = choices.view === 'print' ? 'breakdown' : choices.view;
  // The report of a project or task is saved as one of all projects, with other usual rows.
  const isUsual = choices.group === 'usual' && choices.subgroup === 'usual' && subject.projectId === undefined;
  return {
    view,
    filter,
    groupBy: isUsual ? [] : levels,
    ...(preset ? { range: preset } : { range: 'days' as const, from, to }),
  };
}
