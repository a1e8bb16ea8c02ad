// What opens on a report: pickers, the tree, its other views, and downloads.
import { type Act, demoAdmin, inSequence, pressed, type Screen, withUnbillable } from '../stage.ts';
import { choiceLabels, filter, named, someDays } from './selectors.ts';

const projectFilter = `main search >> ${named('button', 'reports_project')}`;
/** What does not fit is behind a button. */
const unfolded: Act = async (page) => {
  for (const key of ['ui_filters', 'reports_more_filters'] as const) {
    const more = page.locator(`main search >> ${named('button', key)}`);
    if ((await more.isVisible()) && !(await page.locator(projectFilter).isVisible())) await more.click();
  }
};

export const openedReports: readonly Screen[] = [
  {
    who: demoAdmin,
    path: '/reports',
    state: 'days',
    opens: ':is([role=dialog], dialog[open]) [aria-pressed]',
    do: filter(2),
  },
  {
    who: demoAdmin,
    path: '/reports',
    state: 'projects',
    opens: choiceLabels,
    do: inSequence(unfolded, pressed(projectFilter)),
  },
  {
    who: demoAdmin,
    path: `/reports?${someDays}`,
    state: 'billable',
    opens: choiceLabels,
    before: withUnbillable,
    do: inSequence(unfolded, pressed(`main search >> ${named('button', 'billable_field')}`)),
  },
  {
    who: demoAdmin,
    path: `/reports?compare=yes&${someDays}`,
    state: 'tree',
    opens: '[role=treegrid] [aria-level="2"]',
    do: pressed('[role=treegrid] tbody tr'),
  },
  { who: demoAdmin, path: `/reports?look=table&${someDays}`, state: 'table', opens: 'main section table' },
  { who: demoAdmin, path: `/reports?view=worklogs&${someDays}`, state: 'rows', opens: '#rows-behind' },
  {
    who: demoAdmin,
    path: `/reports?view=worklogs&${someDays}&worklog={pending}`,
    state: 'row',
    opens: ':is([role=dialog], dialog[open]) article',
  },
  {
    who: demoAdmin,
    path: '/reports',
    state: 'saved',
    opens: ':is([role=dialog], dialog[open]) form',
    do: pressed('main header button[aria-expanded] >> nth=0'),
  },
  {
    who: demoAdmin,
    path: '/reports',
    state: 'export',
    opens: ':is([role=dialog], dialog[open]) [role=radiogroup]',
    do: pressed('main header button[aria-expanded] >> nth=1'),
  },
  { who: demoAdmin, path: `/reports?view=print&${someDays}`, state: 'print', opens: '[data-paper] svg [data-bar]' },
  {
    who: demoAdmin,
    path: '/reports?view=payroll&from=2026-10-01&to=2026-10-31',
    state: 'payroll',
    opens: 'main table :is(ul, tr:has([aria-expanded=true]) + tr:not(:has(button)))',
    do: pressed('main table button'),
  },
  {
    who: demoAdmin,
    path: '/reports?from=1990-01-01&to=2026-01-01',
    state: 'too-long',
    opens: 'main search [role=alert]',
  },
];
