// Everything that opens: menus, pickers, popovers, drawers, dialogs and the steps of forms, on the screen they belong to,
// each with what must be seen before anybody looks: the last of it to come.
// tests/journeys/opened.spec.ts lets axe look at each, scripts/pictures.js takes their pictures.
import {
  admin,
  answered,
  approver,
  inTurn,
  press,
  pressed,
  pretend,
  refused,
  seen,
  submitEmpty,
  typed,
  withPrice,
  worker,
} from './stage.js';

const inHeader = 'header button[aria-haspopup=menu]';
const picker = 'input[aria-haspopup=listbox]';
const section = (number) => `main section >> nth=${number - 1}`;
/** Of the account settings, in their order. */
const [factor, passkeys, tokens, standIns, closing] = [4, 5, 7, 8, 10].map((number) => `${section(number)} >> button`);
const dayMenu = 'main [class*=dayHeading] button';
const rowMenu = 'main button[aria-haspopup=menu]:not([class*=dayHeading] *)';
const filter = (number) => pressed(`main search button >> nth=${number - 1}`);
/** A phone keeps them behind a button. */
const unfolded = async (page) => {
  const more = page.locator('main search button[class*=more]');
  if (await more.isVisible()) await more.click();
};
const projectFilter = 'main search button[class*=filterButton]:not([class*=more]) >> nth=1';
const someDays = 'from={from}&to={to}';

const recoveryCodes = ['4F7K-9QXM', '2HRT-8WNC', 'V6PD-3JYB', 'K9MS-5ZLT', 'R2XC-7GHN'].flatMap((code) => [
  `${code}-Q4WE`,
  `${code}-7TUP`,
]);
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const begunFactor = answered('POST', /\/account\/second-factor$/, {
  secret,
  url: `otpauth://totp/Daybook:sri.wahyuni%40karyabangun.example?secret=${secret}&issuer=Daybook`,
});
const withFactor = pretend(/\/account\/second-factor$/, {
  turnedOnAt: '2026-11-02T02:10:00Z',
  recoveryCodesLeft: 2,
});
const standIn = { userId: 'a', fromDay: '2026-11-16', toDay: '2026-11-27', isRunning: true };
const withStandIns = pretend(/\/stand-ins$/, {
  named: [
    { id: 'a', name: 'Dewi Lestari', ...standIn },
    {
      id: 'b',
      name: 'Bambang Kusumawardhana',
      ...standIn,
      fromDay: '2026-12-21',
      toDay: '2027-01-04',
      isRunning: false,
    },
  ],
  lent: [{ id: 'c', name: 'Hendra Gunawan', ...standIn }],
});
/** The people of the demo have no password. */
const withPassword = pretend(/\/account\/closing$/, {
  hasPassword: true,
  companies: [{ id: 'a', name: 'Karya Bangun Nusantara', worklogs: 214, pendingWorklogs: 3, isLastAdmin: false }],
});
const proveAndSend = (within) =>
  inTurn(typed(`${within} >> input[type=password]`, 'a password'), pressed(`${within} >> [type=submit]`));
const quick = (text) => inTurn(press('q'), typed('[role=combobox]', text));
const atTimer = inTurn(seen('[data-timer]'), press('t'));
const measured = { taskId: 'a', taskName: 'Pengecoran pelat lantai', projectId: 'b', projectName: 'Gudang Cikarang' };
/** Begun an hour and a half ago by the server's clock. */
const withTimer = (fields) => (page) =>
  page.route(/\/timer$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const { now } = await (await route.fetch()).json();
    const startedAt = new Date(Date.parse(now) - 5_025_000).toISOString();
    const timer = {
      id: 'a',
      task: { ...measured, colour: 'blue' },
      startedAt,
      stoppedAt: null,
      zone: 'Asia/Jakarta',
      notes: '',
      version: 1,
    };
    await route.fulfill({ json: { now, timer: { ...timer, ...fields(now) } } });
  });
const running = withTimer(() => ({}));
const stopped = withTimer((now) => ({ task: null, stoppedAt: now }));
const inTheWay = {
  projectName: 'Gudang Cikarang',
  taskName: 'Pengecoran pelat lantai',
  startsAt: '2026-11-17T01:00:00Z',
  endsAt: '2026-11-17T05:00:00Z',
  zone: 'Asia/Jakarta',
  day: '2026-11-17',
};
const conflict = {
  conflicts: [
    { id: '00000000-0000-4000-8000-000000000031', ...inTheWay, status: 'pending', notes: 'Sisi utara' },
    {
      id: '00000000-0000-4000-8000-000000000032',
      ...inTheWay,
      taskName: 'Rapat koordinasi',
      startsAt: '2026-11-17T06:00:00Z',
      endsAt: '2026-11-17T07:30:00Z',
      status: 'approved',
      notes: '',
    },
  ],
  gaps: [
    { startsAt: '2026-11-17T05:00:00Z', endsAt: '2026-11-17T06:00:00Z' },
    { startsAt: '2026-11-17T07:30:00Z', endsAt: '2026-11-17T10:00:00Z' },
  ],
};
const taken = (method, pattern) =>
  refused(method, pattern, 'worklog.conflict', 'This worklog conflicts with another worklog.', conflict);
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
const subscription = (fields) => (page) =>
  inTurn(withPrice, pretend(/\/seats$/, { provider: 'stripe', isCustomer: true, ...fields }))(page);

const menu = '[role=menu] [role=menuitem]';
const list = '[role=listbox] [role=option]';
const choices = '[role=dialog] fieldset label';
const calendar = '[role=dialog] table button';
const question = '[role=dialog] p';
const reason = '[role=dialog] textarea';
const told = 'main form [role=alert] li';
const moreSeats = 'main [role=status] button';
/** Over the page on a phone; beside it on a desk, where it was there before and is now away. */
const navigation = 'dialog[open] nav a, :has(> nav[hidden]) > main';

export const opened = [
  { who: admin, path: '/dashboard', state: 'companies', opens: menu, do: pressed(inHeader) },
  { who: admin, path: '/dashboard', state: 'menu', opens: menu, do: pressed(`${inHeader} >> nth=-1`) },
  {
    who: admin,
    path: '/dashboard',
    state: 'navigation',
    opens: navigation,
    do: pressed('header button[aria-expanded]'),
  },
  { who: admin, path: '/dashboard', state: 'keys', opens: '[role=dialog] kbd', do: press('?') },
  {
    who: admin,
    path: '/dashboard',
    state: 'finder',
    opens: '[role=option]:has-text("Gudang")',
    do: inTurn(press('Control+k'), typed('[role=dialog] input', 'gud')),
  },
  {
    who: admin,
    path: '/projects/{project}',
    state: 'changed-meanwhile',
    opens: told,
    before: refused('PATCH', /\/projects\/[^/]+$/, 'project.changed-since-seen', 'Somebody else saved this project.'),
    do: inTurn(
      typed('main form input[type=text], main form input:not([type])', 'Gudang Karawang'),
      pretend(/\/projects\/[^/]+$/, { name: 'Gudang Bekasi', code: 'GB-02', version: 99 }),
      submitEmpty,
    ),
  },
  { who: admin, path: '/users', state: 'filter', opens: choices, do: filter(1) },
  {
    who: admin,
    path: '/users/{self}',
    state: 'leave',
    opens: question,
    do: pressed('main section >> nth=-1 >> button'),
  },
  {
    who: admin,
    path: '/users/{person}',
    state: 'no-seat',
    opens: moreSeats,
    before: inTurn(
      pretend(/\/members\/[^/]+$/, { deactivatedAt: '2026-11-01T03:00:00Z' }),
      refused('PATCH', /\/members\/[^/]+$/, 'seats.none-free', 'Every seat is taken.'),
    ),
    do: pressed('main section >> nth=-1 >> button'),
  },
  { who: admin, path: '/users/invites', state: 'filter', opens: choices, do: filter(1) },
  {
    who: admin,
    path: '/users/invites',
    state: 'revoke',
    opens: question,
    do: pressed('main [class*=rowButtons] button >> nth=1'),
  },
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
  { who: admin, path: '/settings', state: 'zones', opens: list, do: pressed(`main ${picker} >> nth=0`) },
  { who: admin, path: '/settings', state: 'currencies', opens: list, do: pressed(`main ${picker} >> nth=1`) },
  { who: admin, path: '/settings', state: 'weekdays', opens: list, do: pressed(`main ${picker} >> nth=2`) },
  {
    who: admin,
    path: '/settings',
    state: 'changed-meanwhile',
    opens: told,
    before: refused('PATCH', /\/companies\/[^/]+$/, 'company.changed-since-seen', '', { version: 99 }),
    do: inTurn(
      typed('main form input[type=text], main form input:not([type])', 'Karya Bangun Sejahtera'),
      pretend(/\/companies\/[^/]+$/, { name: 'Karya Bangun', version: 99 }),
      submitEmpty,
    ),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'factor',
    opens: `${section(4)} >> input[type=password]`,
    do: pressed(factor),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'factor-code',
    opens: `${section(4)} >> svg[role=img]`,
    before: begunFactor,
    do: inTurn(pressed(factor), proveAndSend(section(4))),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'recovery-codes',
    opens: `${section(4)} >> li code`,
    before: inTurn(begunFactor, answered('PUT', /\/account\/second-factor$/, { recoveryCodes })),
    do: inTurn(
      pressed(factor),
      proveAndSend(section(4)),
      typed(`${section(4)} >> input`, '123456'),
      pressed(`${section(4)} >> [type=submit]`),
    ),
  },
  { who: admin, path: '/account-settings', state: 'factor-on', opens: `${factor} >> nth=1`, before: withFactor },
  {
    who: admin,
    path: '/account-settings',
    state: 'factor-off',
    opens: `${section(4)} >> input >> nth=1`,
    before: withFactor,
    do: pressed(`${factor} >> nth=1`),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'passkey',
    opens: `${section(5)} >> input[type=password]`,
    do: pressed(passkeys),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'token',
    opens: `${section(7)} >> input[type=password]`,
    do: pressed(tokens),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'token-days',
    opens: list,
    before: withFactor,
    do: pressed(tokens, `${section(7)} >> ${picker}`),
  },
  { who: admin, path: '/account-settings', state: 'stand-in', opens: `${section(8)} >> form`, do: pressed(standIns) },
  {
    who: admin,
    path: '/account-settings',
    state: 'stand-ins',
    opens: `${section(8)} >> li >> nth=1`,
    before: withStandIns,
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'closing-first',
    opens: `${section(10)} >> li`,
    do: pressed(closing),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'closing',
    opens: `${section(10)} >> input[type=password]`,
    before: withPassword,
    do: pressed(closing),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'closing-code',
    opens: `${section(10)} >> input >> nth=1`,
    before: inTurn(withFactor, withPassword),
    do: pressed(closing),
  },
  {
    who: admin,
    path: '/users/import',
    state: 'too-many',
    opens: moreSeats,
    before: answered('POST', /\/imports\/check$/, {
      rows: [],
      columns: { email: 'E-mail', name: 'Nama', role: null },
      seats: { needed: 40, free: 5 },
    }),
    do: inTurn(typed('main textarea', 'lina.wijaya@example.com'), pressed('main form [type=submit]')),
  },
  {
    who: admin,
    path: '/upgrade',
    state: 'past-due',
    opens: 'main [data-grave=true] h2',
    before: subscription({ subscription: { isPastDue: true, endsAt: null } }),
  },
  {
    who: admin,
    path: '/upgrade',
    state: 'ending',
    opens: 'main [data-grave=false] h2',
    before: subscription({ seats: 10, subscription: { isPastDue: false, endsAt: '2026-12-31T17:00:00Z' } }),
  },
  {
    who: admin,
    path: '/upgrade?payment=made',
    state: 'confirming',
    opens: 'main [data-grave=false] h2',
    before: subscription({ subscription: null }),
  },
  {
    who: admin,
    path: '/upgrade?payment=cancelled',
    state: 'cancelled',
    opens: 'main [data-grave=false] p',
    before: subscription({ subscription: null }),
  },
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
  { who: worker, path: '/dashboard', state: 'quick', opens: 'dialog[open] [role=option]', do: quick('') },
  {
    who: worker,
    path: '/dashboard',
    state: 'quick-known',
    opens: 'dialog[open] [data-state=notes]',
    do: quick('8-12 kemarin struct // sisi utara'),
  },
  {
    who: worker,
    path: '/dashboard',
    state: 'quick-question',
    opens: 'dialog[open] [data-way]',
    do: inTurn(quick('9-5 yesterday re'), press('Enter')),
  },
  { who: worker, path: '/dashboard', state: 'timer-start', opens: menu, do: atTimer },
  { who: worker, path: '/dashboard', state: 'timer', opens: '[data-timer=on]', before: running },
  {
    who: worker,
    path: '/dashboard',
    state: 'timer-open',
    opens: '[data-timer] [role=dialog] textarea',
    before: running,
    do: pressed('[data-timer] button'),
  },
  { who: worker, path: '/dashboard', state: 'timer-switch', opens: menu, before: running, do: atTimer },
  {
    who: worker,
    path: '/dashboard',
    state: 'timer-stopped',
    opens: '[data-timer] [role=dialog] textarea',
    before: stopped,
    do: pressed('[data-timer] button'),
  },
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
