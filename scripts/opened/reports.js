// What opens on a report: pickers, the tree, its other views and its ways out.
import { admin, inTurn, pressed } from '../stage.js';
import { choices, filter, someDays } from './selectors.js';

/** A phone keeps them behind a button. */
const unfolded = async (page) => {
  const more = page.locator('main search button[class*=more]');
  if (await more.isVisible()) await more.click();
};
const projectFilter = 'main search button[class*=filterButton]:not([class*=more]) >> nth=1';

export const reports = [
  { who: admin, path: '/reports', state: 'days', opens: '[role=dialog] [aria-pressed]', do: filter(2) },
  { who: admin, path: '/reports', state: 'projects', opens: choices, do: inTurn(unfolded, pressed(projectFilter)) },
  {
    who: admin,
    path: `/reports?compare=yes&${someDays}`,
    state: 'tree',
    opens: '[role=treegrid] [aria-level="2"]',
    do: pressed('[role=treegrid] tbody tr'),
  },
  { who: admin, path: `/reports?look=table&${someDays}`, state: 'table', opens: 'main section table' },
  { who: admin, path: `/reports?view=worklogs&${someDays}`, state: 'rows', opens: '#rows-behind' },
  {
    who: admin,
    path: `/reports?view=worklogs&${someDays}&worklog={pending}`,
    state: 'row',
    opens: '[role=dialog] article',
  },
  {
    who: admin,
    path: '/reports',
    state: 'saved',
    opens: '[role=dialog] form',
    do: pressed('main header button[aria-expanded] >> nth=0'),
  },
  {
    who: admin,
    path: '/reports',
    state: 'export',
    opens: '[role=dialog] [role=radiogroup]',
    do: pressed('main header button[aria-expanded] >> nth=1'),
  },
  { who: admin, path: `/reports?view=print&${someDays}`, state: 'print', opens: '[data-paper] svg [data-bar]' },
  {
    who: admin,
    path: '/reports?view=payroll&from=2026-10-01&to=2026-10-31',
    state: 'payroll',
    opens: 'main table ul',
    do: pressed('main table button'),
  },
  { who: admin, path: '/reports?from=1990-01-01&to=2026-01-01', state: 'too-long', opens: 'main search [role=alert]' },
];
