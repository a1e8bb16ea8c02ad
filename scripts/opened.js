// Everything that opens: menus, pickers, popovers, drawers, dialogs and the steps of forms, on the screen they belong to.
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
const untilOpen = (page) => page.locator('[role=dialog]').filter({ visible: true }).first().waitFor();
const dayMenu = 'main [class*=dayHeading] button';
const rowMenu = 'main button[aria-haspopup=menu]:not([class*=dayHeading] *)';
const filter = (number) => pressed(`main search button >> nth=${number - 1}`);
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
const subscription = (fields) => (page) =>
  inTurn(withPrice, pretend(/\/seats$/, { provider: 'stripe', isCustomer: true, ...fields }))(page);

export const opened = [
  { who: admin, path: '/dashboard', state: 'companies', do: pressed(inHeader) },
  { who: admin, path: '/dashboard', state: 'menu', do: pressed(`${inHeader} >> nth=-1`) },
  { who: admin, path: '/dashboard', state: 'navigation', do: pressed('header button[aria-expanded]') },
  { who: admin, path: '/dashboard', state: 'keys', do: press('?') },
  {
    who: admin,
    path: '/dashboard',
    state: 'finder',
    do: inTurn(press('Control+k'), typed('[role=dialog] input', 'gud')),
  },
  {
    who: admin,
    path: '/projects/{project}',
    state: 'changed-meanwhile',
    before: refused('PATCH', /\/projects\/[^/]+$/, 'project.changed-since-seen', 'Somebody else saved this project.'),
    do: inTurn(typed('main form input[type=text], main form input:not([type])', 'Gudang Karawang'), submitEmpty),
  },
  { who: admin, path: '/users', state: 'filter', do: filter(1) },
  { who: admin, path: '/users/{self}', state: 'leave', do: pressed('main section >> nth=-1 >> button') },
  {
    who: admin,
    path: '/users/{person}',
    state: 'no-seat',
    before: inTurn(
      pretend(/\/members\/[^/]+$/, { deactivatedAt: '2026-11-01T03:00:00Z' }),
      refused('PATCH', /\/members\/[^/]+$/, 'seats.none-free', 'Every seat is taken.'),
    ),
    do: pressed('main section >> nth=-1 >> button'),
  },
  { who: admin, path: '/users/invites', state: 'filter', do: filter(1) },
  { who: admin, path: '/users/invites', state: 'revoke', do: pressed('main [class*=rowButtons] button >> nth=1') },
  { who: admin, path: '/reports', state: 'days', do: filter(1) },
  { who: admin, path: '/reports', state: 'projects', do: filter(2) },
  { who: admin, path: '/settings', state: 'zones', do: pressed(`main ${picker} >> nth=0`) },
  { who: admin, path: '/settings', state: 'currencies', do: pressed(`main ${picker} >> nth=1`) },
  { who: admin, path: '/settings', state: 'weekdays', do: pressed(`main ${picker} >> nth=2`) },
  {
    who: admin,
    path: '/settings',
    state: 'changed-meanwhile',
    do: async (page) => {
      await typed('main form input[type=text], main form input:not([type])', 'Karya Bangun Sejahtera')(page);
      await pretend(/\/companies\/[^/]+$/, { name: 'Karya Bangun', version: 99 })(page);
      await refused('PATCH', /\/companies\/[^/]+$/, 'company.changed-since-seen', '', { version: 99 })(page);
      await submitEmpty(page);
      await page.locator('main [role=alert]').first().waitFor();
    },
  },
  { who: admin, path: '/account-settings', state: 'factor', do: pressed(factor) },
  {
    who: admin,
    path: '/account-settings',
    state: 'factor-code',
    before: begunFactor,
    do: inTurn(pressed(factor), proveAndSend(section(4))),
  },
  {
    who: admin,
    path: '/account-settings',
    state: 'recovery-codes',
    before: inTurn(begunFactor, answered('PUT', /\/account\/second-factor$/, { recoveryCodes })),
    do: inTurn(
      pressed(factor),
      proveAndSend(section(4)),
      typed(`${section(4)} >> input`, '123456'),
      pressed(`${section(4)} >> [type=submit]`),
    ),
  },
  { who: admin, path: '/account-settings', state: 'factor-on', before: withFactor },
  { who: admin, path: '/account-settings', state: 'factor-off', before: withFactor, do: pressed(`${factor} >> nth=1`) },
  { who: admin, path: '/account-settings', state: 'passkey', do: pressed(passkeys) },
  { who: admin, path: '/account-settings', state: 'token', do: pressed(tokens) },
  {
    who: admin,
    path: '/account-settings',
    state: 'token-days',
    before: withFactor,
    do: pressed(tokens, `${section(7)} >> ${picker}`),
  },
  { who: admin, path: '/account-settings', state: 'stand-in', do: pressed(standIns) },
  { who: admin, path: '/account-settings', state: 'stand-ins', before: withStandIns },
  { who: admin, path: '/account-settings', state: 'closing-first', do: pressed(closing) },
  { who: admin, path: '/account-settings', state: 'closing', before: withPassword, do: pressed(closing) },
  {
    who: admin,
    path: '/account-settings',
    state: 'closing-code',
    before: inTurn(withFactor, withPassword),
    do: pressed(closing),
  },
  {
    who: admin,
    path: '/users/import',
    state: 'too-many',
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
    before: subscription({ subscription: { isPastDue: true, endsAt: null } }),
  },
  {
    who: admin,
    path: '/upgrade',
    state: 'ending',
    before: subscription({ seats: 10, subscription: { isPastDue: false, endsAt: '2026-12-31T17:00:00Z' } }),
  },
  { who: admin, path: '/upgrade?payment=made', state: 'confirming', before: subscription({ subscription: null }) },
  { who: admin, path: '/upgrade?payment=cancelled', state: 'cancelled', before: subscription({ subscription: null }) },
  { who: approver, path: `/approvals?${someDays}`, state: 'days', do: filter(1) },
  { who: approver, path: `/approvals?${someDays}`, state: 'projects', do: filter(2) },
  { who: approver, path: `/approvals?${someDays}`, state: 'workers', do: filter(3) },
  {
    who: approver,
    path: `/approvals?${someDays}&worklog={pending}`,
    state: 'details',
  },
  { who: approver, path: `/approvals?${someDays}`, state: 'reject', do: pressed('main button[class*=reject]') },
  {
    who: approver,
    path: `/approvals?${someDays}&status=approved`,
    state: 'reopen',
    do: pressed('main [class*=rowActions] button, main button[class*=cardButton]'),
  },
  { who: approver, path: `/approvals?${someDays}`, state: 'standing-in', before: withStandIns },
  { who: worker, path: '/dashboard', state: 'quick', do: quick('') },
  { who: worker, path: '/dashboard', state: 'quick-known', do: quick('8-12 kemarin struct // sisi utara') },
  {
    who: worker,
    path: '/dashboard',
    state: 'quick-question',
    do: inTurn(quick('9-5 yesterday re'), press('Enter')),
  },
  { who: worker, path: '/dashboard', state: 'timer-start', do: press('t') },
  { who: worker, path: '/dashboard', state: 'timer', before: running },
  {
    who: worker,
    path: '/dashboard',
    state: 'timer-open',
    before: running,
    do: pressed('[data-timer] button'),
  },
  { who: worker, path: '/dashboard', state: 'timer-switch', before: running, do: press('t') },
  {
    who: worker,
    path: '/dashboard',
    state: 'timer-stopped',
    before: stopped,
    do: pressed('[data-timer] button'),
  },
  { who: worker, path: '/worklogs?view=week', state: 'week-choose', do: pressed('main section button[aria-expanded]') },
  {
    who: worker,
    path: '/worklogs?view=week&from={pendingDay}&to={pendingDay}',
    state: 'week-taken',
    before: taken('PATCH', /\/worklogs\/[^/]+$/),
    do: inTurn(
      (page) => page.locator('[data-movable=true]').first().focus(),
      press('m'),
      press('ArrowUp'),
      press('Enter'),
      untilOpen,
    ),
  },
  { who: worker, path: `/worklogs?${someDays}`, state: 'day-menu', do: pressed(dayMenu) },
  {
    who: worker,
    path: `/worklogs?${someDays}`,
    state: 'copy-day',
    do: inTurn(pressed(dayMenu, '[role=menu] [role=menuitem]'), untilOpen),
  },
  { who: worker, path: `/worklogs?${someDays}`, state: 'days', do: filter(1) },
  {
    who: worker,
    path: '/worklogs',
    state: 'calendar',
    do: inTurn(filter(1), pressed('[role=dialog] button >> nth=3')),
  },
  { who: worker, path: `/worklogs?${someDays}`, state: 'statuses', do: filter(3) },
  {
    who: worker,
    path: `/worklogs?${someDays}&statuses=pending`,
    state: 'row-menu',
    do: pressed(rowMenu),
  },
  {
    who: worker,
    path: `/worklogs?${someDays}&statuses=pending`,
    state: 'withdraw',
    do: pressed(rowMenu, '[role=menuitem][data-color=red]'),
  },
  { who: worker, path: '/worklogs?new=true', state: 'form' },
  { who: worker, path: '/worklogs?new=true', state: 'tasks', do: pressed(`[role=dialog] ${picker}`) },
  { who: worker, path: '/worklogs?worklog={pending}', state: 'edit' },
  { who: worker, path: '/worklogs?worklog={approved}', state: 'details' },
  {
    who: worker,
    path: '/worklogs?new=true',
    state: 'leave',
    do: inTurn(typed('[role=dialog] textarea', 'Half a thought'), press('Escape')),
  },
];
