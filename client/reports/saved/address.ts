// Conversion between a saved report and the URL of the report.

import type { SavedReport } from '#contract/saved-reports.ts';
import { usualPeriodOf } from '#domain/usual-periods.ts';
import { pathTo } from '../../routes.ts';
import { stringifySearch } from '../../routing/search-params.ts';
import { within } from '../filter.ts';
import type { Report } from '../use-report.ts';

/** Uses the days that the range means today. */
export const addressOf = ({ view, days, filter }: SavedReport): string =>
  `${pathTo('/reports')}${stringifySearch({
    ...days,
    projects: filter.projectIds,
    tasks: filter.taskIds,
    workers: filter.workerIds,
    statuses: filter.statuses,
    kinds: filter.kinds,
    view: view === 'breakdown' ? undefined : view,
  })}`;

/** The shown report as input for saving. A period preset stays relative to the calendar; other days are saved as they are. */
export function shownNow({ asked, place, choices, range, today, company }: Report) {
  const { from, to, ...filter } = within(asked, place);
  const usual = usualPeriodOf(range, today, company.weekStartsOn);
  const view = choices.view === 'print' ? 'breakdown' : choices.view;
  return { view, filter, ...(usual ? { range: usual } : { range: 'days' as const, from, to }) };
}
