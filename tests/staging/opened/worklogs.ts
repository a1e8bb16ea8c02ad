// What opens on the worklog pages: menus and pickers of the list, the week, and the form.
import { png } from '../../support/receipts.ts';
import { refusing } from '../refusals.ts';
import { type Act, demoWorker, inSequence, press, pressed, type Screen, typed, withUnbillable } from '../stage.ts';
import { conflict, withOptionalTimes } from './answers.ts';
import { calendar, filter, list, menu, named, picker, question, reason, someDays } from './selectors.ts';

const dayMenu = `main >> ${named('button', 'copies_menu_for')}`;
const rowMenu = `main >> ${named('button', 'worklogs_actions_for')}`;
const taken = (method: string, pattern: RegExp) => refusing(method, pattern, 'worklog.conflict', conflict);

/** On a phone, which shows a day: the last of the week, on which nothing is logged. */
const openLastDay: Act = async (page) => {
  const last = page.locator('main nav button').last();
  if (await last.isVisible()) await last.click();
};

export const openedWorklogs: readonly Screen[] = [
  {
    who: demoWorker,
    path: '/worklogs?view=week',
    state: 'week-choose',
    opens: calendar,
    do: pressed('main section button[aria-expanded]'),
  },
  {
    who: demoWorker,
    path: '/worklogs?view=week&from={pendingDay}&to={pendingDay}',
    state: 'week-taken',
    opens: '[data-refusal] li',
    before: taken('PATCH', /\/worklogs\/[^/]+$/),
    do: inSequence(
      (page) => page.locator('[data-movable=true]').first().focus(),
      press('m'),
      press('ArrowUp'),
      press('Enter'),
    ),
  },
  {
    who: demoWorker,
    // A past week, in which every empty cell is open.
    path: '/worklogs?view=timesheet&from={from}',
    state: 'timesheet-preview',
    opens: ':is([role=dialog], dialog[open]) h3',
    do: inSequence(
      openLastDay,
      typed('main [role=grid] input >> nth=0', '4 sick 8'),
      press('Enter'),
      pressed(`main >> ${named('button', 'timesheet_review')}`),
    ),
  },
  {
    who: demoWorker,
    path: '/worklogs?view=timesheet&from={from}',
    state: 'timesheet-copy',
    opens: menu,
    do: pressed('main section button[aria-haspopup=menu]'),
  },
  { who: demoWorker, path: `/worklogs?${someDays}`, state: 'day-menu', opens: menu, do: pressed(dayMenu) },
  {
    who: demoWorker,
    path: `/worklogs?${someDays}`,
    state: 'copy-day',
    opens: calendar,
    do: pressed(dayMenu, menu),
  },
  { who: demoWorker, path: `/worklogs?${someDays}`, state: 'days', opens: calendar, do: filter(1) },
  {
    who: demoWorker,
    path: '/worklogs',
    state: 'calendar',
    opens: calendar,
    do: inSequence(filter(1), pressed(':is([role=dialog], dialog[open]) button >> nth=3')),
  },
  {
    who: demoWorker,
    path: `/worklogs?${someDays}`,
    state: 'statuses',
    opens: ':is([role=dialog], dialog[open]) label',
    do: filter(3),
  },
  {
    who: demoWorker,
    path: `/worklogs?${someDays}&statuses=pending`,
    state: 'row-menu',
    opens: menu,
    do: pressed(rowMenu),
  },
  {
    who: demoWorker,
    path: `/worklogs?${someDays}&statuses=pending`,
    state: 'withdraw',
    opens: question,
    do: pressed(rowMenu, '[role=menuitem][data-color=red]'),
  },
  { who: demoWorker, path: '/worklogs?new=true', state: 'form', opens: reason },
  {
    who: demoWorker,
    path: '/worklogs?new=true',
    state: 'form-billable',
    opens: '[name=isBillable]',
    before: withUnbillable,
  },
  {
    who: demoWorker,
    path: '/worklogs?new=true',
    state: 'tasks',
    opens: list,
    do: pressed(`:is([role=dialog], dialog[open]) ${picker}`),
  },
  {
    who: demoWorker,
    path: '/worklogs?new=true',
    state: 'crop-photo',
    opens: 'dialog canvas',
    do: inSequence(
      (page) =>
        page
          .locator('dialog[open] input[type=file] >> nth=0')
          .setInputFiles({ name: 'hotel.png', mimeType: 'image/png', buffer: png(900, 1_200) }),
      pressed(named('button', 'receipts_crop')),
    ),
  },
  { who: demoWorker, path: '/worklogs?worklog={pending}', state: 'edit', opens: reason },
  {
    who: demoWorker,
    path: '/worklogs?worklog={approved}',
    state: 'details',
    opens: ':is([role=dialog], dialog[open]) p:has(> svg)',
  },
  {
    who: demoWorker,
    path: '/worklogs?new=true',
    state: 'leave',
    opens: ':is([role=dialog], dialog[open]):not(:has(textarea)) p',
    do: inSequence(typed(':is([role=dialog], dialog[open]) textarea', 'Half a thought'), press('Escape')),
  },
  {
    who: demoWorker,
    path: '/worklogs?new=true',
    state: 'form-duration',
    opens: ':is([role=dialog], dialog[open]) label:has(input:checked) >> nth=0',
    before: withOptionalTimes,
    do: pressed(':is([role=dialog], dialog[open]) [role=radiogroup] label >> nth=1'),
  },
];
