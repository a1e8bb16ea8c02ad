// What opens on the Approvals page.
import { type Act, demoApprover, inSequence, pressed, type Screen, typed } from '../stage.ts';
import { conflict, loggingForOthers, withStandIns } from './answers.ts';
import { calendar, choiceLabels, filter, named, reason, someDays } from './selectors.ts';

const reopening = pressed(`main >> ${named('button', 'approvals_reopen_row')}`);
const matching = `section >> role=button[name=/^(Select (all|the)|Pilih (semua )?[0-9])/]`;

/** By the checkbox of the heading, which the cards of a phone do not have. */
const selectPage: Act = async (page) => {
  if (await page.locator('main thead input').isVisible()) return pressed('main thead input')(page);
  await pressed('main >> role=checkbox', named('button', 'ui_select_page'))(page);
};

const refusedReopening: Act = (page) =>
  page.route(/\/decisions$/, (route) => {
    const { worklogs } = route.request().postDataJSON();
    const refusal = {
      code: 'worklog.conflict',
      message: 'This worklog conflicts with another worklog.',
      worklog: null,
    };
    const results = worklogs.map(({ id }: { id: string }) => ({ id, ...refusal, conflicts: conflict.conflicts }));
    return route.fulfill({ json: { results } });
  });

export const openedApprovals: readonly Screen[] = [
  { who: demoApprover, path: `/approvals?${someDays}`, state: 'days', opens: calendar, do: filter(1) },
  { who: demoApprover, path: `/approvals?${someDays}`, state: 'projects', opens: choiceLabels, do: filter(2) },
  { who: demoApprover, path: `/approvals?${someDays}`, state: 'workers', opens: choiceLabels, do: filter(3) },
  { who: demoApprover, path: `/approvals?${someDays}`, state: 'order', opens: 'div[role=dialog] input', do: filter(4) },
  {
    who: demoApprover,
    path: `/approvals?${someDays}&size=10`,
    state: 'matching',
    opens: reason,
    do: inSequence(selectPage, pressed(matching)),
  },
  {
    who: demoApprover,
    path: `/approvals?${someDays}&worklog={pending}`,
    state: 'details',
    opens: reason,
  },
  {
    who: demoApprover,
    path: `/approvals?${someDays}`,
    state: 'reject',
    opens: reason,
    do: pressed(`main >> ${named('button', 'approvals_reject_row')}`),
  },
  {
    who: demoApprover,
    path: `/approvals?${someDays}&status=approved`,
    state: 'reopen',
    opens: reason,
    do: reopening,
  },
  {
    who: demoApprover,
    path: `/approvals?${someDays}&enter=yes`,
    state: 'for-others',
    opens: choiceLabels,
    before: loggingForOthers,
    do: inSequence(pressed('dialog[open] input[role=combobox]'), pressed('dialog[open] [role=option]')),
  },
  {
    who: demoApprover,
    path: `/approvals?${someDays}`,
    state: 'standing-in',
    opens: 'main [role=note]',
    before: withStandIns,
  },
  {
    who: demoApprover,
    path: `/approvals?${someDays}&status=approved`,
    state: 'in-the-way',
    opens: ':is([role=dialog], dialog[open]) li button',
    before: refusedReopening,
    do: inSequence(
      reopening,
      typed(reason, 'Tugasnya keliru'),
      pressed(':is([role=dialog], dialog[open]) button >> nth=-1'),
    ),
  },
];
