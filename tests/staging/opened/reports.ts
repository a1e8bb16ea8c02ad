// What opens on a report: pickers, the tree, its other views, and downloads.
import { type Act, demoAdmin, pressed, type Screen, withUnbillable } from '../stage.ts';
import { choiceLabels, filter, named, someDays } from './selectors.ts';

/** Filters that do not fit are behind a button. */
const openFilter =
  (name: 'reports_project' | 'billable_field'): Act =>
  async (page) => {
    const filter = `main search >> ${named('button', name)}`;
    for (const key of ['ui_filters', 'reports_more_filters'] as const) {
      const more = page.locator(`main search >> ${named('button', key)}`);
      if ((await more.isVisible()) && !(await page.locator(filter).isVisible())) await more.click();
    }
    await pressed(filter)(page);
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
    do: openFilter('reports_project'),
  },
  {
    who: demoAdmin,
    path: `/reports?${someDays}`,
    state: 'billable',
    opens: choiceLabels,
    before: withUnbillable,
    do: openFilter('billable_field'),
  },
  {
    who: demoAdmin,
    path: `/reports?compare=yes&${someDays}`,
    state: 'tree',
    opens: '[role=treegrid] [aria-level="2"]',
    do: pressed('[role=treegrid] tbody tr[aria-expanded=false]'),
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
