// What opens on the worklogs: menus and pickers of the list, the week, and the form.
import { inTurn, press, pressed, refused, typed, worker } from '../stage.js';
import { conflict } from './answers.js';
import { calendar, filter, list, menu, picker, question, reason, someDays } from './selectors.js';

const dayMenu = 'main [class*=dayHeading] button';
const rowMenu = 'main button[aria-haspopup=menu]:not([class*=dayHeading] *)';
const taken = (method, pattern) =>
  refused(method, pattern, 'worklog.conflict', 'This worklog conflicts with another worklog.', conflict);

export const worklogs = [
  {
    who: worker,
    path: '/worklogs?view=week',
    state: 'week-choose',
    opens: calendar,
    do: pressed('main section button[aria-expanded]'),
  },
  {
    who: worker,
    path: '/worklogs?view=week&from={pendingDay}&to={pendingDay}',
    state: 'week-taken',
    opens: '[data-refusal] li',
    before: taken('PATCH', /\/worklogs\/[^/]+$/),
    do: inTurn(
      (page) => page.locator('[data-movable=true]').first().focus(),
      press('m'),
      press('ArrowUp'),
      press('Enter'),
    ),
  },
  { who: worker, path: `/worklogs?${someDays}`, state: 'day-menu', opens: menu, do: pressed(dayMenu) },
  {
    who: worker,
    path: `/worklogs?${someDays}`,
    state: 'copy-day',
    opens: calendar,
    do: pressed(dayMenu, menu),
  },
  { who: worker, path: `/worklogs?${someDays}`, state: 'days', opens: calendar, do: filter(1) },
  {
    who: worker,
    path: '/worklogs',
    state: 'calendar',
    opens: calendar,
    do: inTurn(filter(1), pressed('[role=dialog] button >> nth=3')),
  },
  { who: worker, path: `/worklogs?${someDays}`, state: 'statuses', opens: '[role=dialog] label', do: filter(3) },
  {
    who: worker,
    path: `/worklogs?${someDays}&statuses=pending`,
    state: 'row-menu',
    opens: menu,
    do: pressed(rowMenu),
  },
  {
    who: worker,
    path: `/worklogs?${someDays}&statuses=pending`,
    state: 'withdraw',
    opens: question,
    do: pressed(rowMenu, '[role=menuitem][data-color=red]'),
  },
  { who: worker, path: '/worklogs?new=true', state: 'form', opens: reason },
  { who: worker, path: '/worklogs?new=true', state: 'tasks', opens: list, do: pressed(`[role=dialog] ${picker}`) },
  { who: worker, path: '/worklogs?worklog={pending}', state: 'edit', opens: reason },
  { who: worker, path: '/worklogs?worklog={approved}', state: 'details', opens: '[role=dialog] dl' },
  {
    who: worker,
    path: '/worklogs?new=true',
    state: 'leave',
    opens: '[role=dialog]:not(:has(textarea)) p',
    do: inTurn(typed('[role=dialog] textarea', 'Half a thought'), press('Escape')),
  },
];
