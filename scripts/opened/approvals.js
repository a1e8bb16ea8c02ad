// What opens on the approvals.
import { approver, inTurn, pressed, typed } from '../stage.js';
import { conflict, withStandIns } from './answers.js';
import { calendar, choices, filter, reason, someDays } from './selectors.js';

const reopenedInVain = (page) =>
  page.route(/\/decisions$/, (route) => {
    const { worklogs } = route.request().postDataJSON();
    const refusal = {
      code: 'worklog.conflict',
      message: 'This worklog conflicts with another worklog.',
      worklog: null,
    };
    const results = worklogs.map(({ id }) => ({ id, ...refusal, conflicts: conflict.conflicts }));
    return route.fulfill({ json: { results } });
  });

export const approvals = [
  { who: approver, path: `/approvals?${someDays}`, state: 'days', opens: calendar, do: filter(1) },
  { who: approver, path: `/approvals?${someDays}`, state: 'projects', opens: choices, do: filter(2) },
  { who: approver, path: `/approvals?${someDays}`, state: 'workers', opens: choices, do: filter(3) },
  {
    who: approver,
    path: `/approvals?${someDays}&worklog={pending}`,
    state: 'details',
    opens: reason,
  },
  {
    who: approver,
    path: `/approvals?${someDays}`,
    state: 'reject',
    opens: reason,
    do: pressed('main button[class*=reject]'),
  },
  {
    who: approver,
    path: `/approvals?${someDays}&status=approved`,
    state: 'reopen',
    opens: reason,
    do: pressed('main [class*=rowActions] button, main button[class*=cardButton]'),
  },
  {
    who: approver,
    path: `/approvals?${someDays}`,
    state: 'standing-in',
    opens: 'main [class*=elsewhere]',
    before: withStandIns,
  },
  {
    who: approver,
    path: `/approvals?${someDays}&status=approved`,
    state: 'in-the-way',
    opens: '[role=dialog] li button',
    before: reopenedInVain,
    do: inTurn(
      pressed('main [class*=rowActions] button, main button[class*=cardButton]'),
      typed(reason, 'Tugasnya keliru'),
      pressed('[role=dialog] button >> nth=-1'),
    ),
  },
];
