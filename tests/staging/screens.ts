// The screens for scripts/pictures.js: every route as a person who may see it, and important states.
// `do` works in both languages: it finds elements by role and attributes, never by their text.

import type { Page } from '@playwright/test';
import { opened } from './opened.ts';
import {
  demoAdmin,
  demoApprover,
  demoReviewer,
  demoWorker,
  inSequence,
  nobody,
  outOfCompany,
  pressed,
  pretend,
  type Screen,
  sessionPath,
  submitEmpty,
  withPrice,
} from './stage.ts';

const noInvites = pretend(/\/api\/v1\/invites$/, { invites: [] });
const withInvites = pretend(/\/api\/v1\/invites$/, {
  invites: [
    { companyName: 'Bengkel Rekayasa Nusantara', role: 'worker' },
    { companyName: 'Wahyuni Consulting', role: 'company admin' },
  ].map((invite, index) => ({
    ...invite,
    id: `00000000-0000-4000-8000-00000000000${index}`,
    companyId: `00000000-0000-4000-8000-00000000001${index}`,
    expiresAt: '2026-11-30T10:00:00Z',
  })),
});

const importRun = '00000000-0000-4000-8000-000000000020';
const people = [
  ['lina.wijaya@example.com', 'Lina Wijaya', 'Worker', 'new', 'sent'],
  ['fajar@example.com', 'Fajar Nugraha', 'Project Manager', 'new', 'waiting'],
  ['sri.wahyuni@karyabangun.example', 'Sri Wahyuni', '', 'member', null],
  ['tidak-ada-alamat', 'Bayu', 'Worker', 'no-email', null],
];

const verdicts = ['deactivated', 'invited', 'repeated', 'wrong-email', 'wrong-role', 'wrong-name', 'too-often'];
const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));

async function duringImport(page: Page): Promise<void> {
  await pretend(/\/imports\/[^/]+$/, {
    id: importRun,
    fileName: 'karyawan-2026.csv',
    startedByName: demoAdmin,
    createdAt: '2026-11-18T03:20:00Z',
    counts: { ...none(verdicts), new: 2, member: 1, 'no-email': 1 },
    mails: { ...none(['failed', 'dropped']), sent: 1, waiting: 1 },
  })(page);
  await pretend(/\/imports\/[^/]+\/rows/, {
    rows: people.map(([email, name, role, verdict, mail], index) => ({
      line: index + 2,
      email,
      name,
      role,
      verdict,
      grants: verdict === 'new' ? 'worker' : null,
      mail,
    })),
    total: people.length,
  })(page);
}

async function checkList(page: Page): Promise<void> {
  await page.locator('main textarea').fill(people.map((person) => person.slice(0, 3).join(', ')).join('\n'));
  await page.locator('main form button[type=submit]').click();
  await page.locator('main :is(table, li)').first().waitFor();
}

export const screens: readonly Screen[] = [
  { who: nobody, path: '/login' },
  { who: nobody, path: '/login', state: 'wrong', do: submitEmpty },
  {
    who: nobody,
    path: '/login',
    state: 'second-step',
    before: pretend(sessionPath, { needsSecondFactor: true, user: null, roles: {}, companies: [] }),
  },
  { who: nobody, path: '/register' },
  { who: nobody, path: '/reset-password' },
  { who: nobody, path: '/join' },
  { who: nobody, path: '/verify-email' },
  { who: nobody, path: '/link-actions' },
  { who: nobody, path: '/no/such/page', state: 'unknown' },
  { who: demoAdmin, path: '/dashboard' },
  { who: demoAdmin, path: '/projects' },
  { who: demoAdmin, path: '/projects/{project}' },
  { who: demoAdmin, path: '/projects/create' },
  { who: demoAdmin, path: '/projects/create', state: 'wrong', do: submitEmpty },
  { who: demoAdmin, path: '/users' },
  { who: demoAdmin, path: '/users/{person}' },
  { who: demoAdmin, path: '/users/invites' },
  { who: demoAdmin, path: '/users/invites/create' },
  { who: demoAdmin, path: '/users/invites/create?to=many', state: 'many' },
  { who: demoAdmin, path: '/users/invites/create?to=many', state: 'many-checked', do: checkList },
  { who: demoAdmin, path: '/users/import' },
  { who: demoAdmin, path: '/users/import', state: 'checked', do: checkList },
  { who: demoAdmin, path: `/users/import?run=${importRun}`, state: 'run', before: duringImport },
  { who: demoAdmin, path: '/upgrade' },
  {
    who: demoAdmin,
    path: '/upgrade',
    state: 'price',
    before: withPrice,
  },
  { who: demoAdmin, path: '/settings' },
  { who: demoAdmin, path: '/settings/notifications' },
  { who: demoAdmin, path: '/settings/company' },
  { who: demoAdmin, path: '/settings/rules' },
  { who: demoAdmin, path: '/settings/import-history' },
  { who: demoAdmin, path: '/settings/audit' },
  { who: demoAdmin, path: '/settings/seats' },
  { who: demoAdmin, path: '/account-settings' },
  { who: demoAdmin, path: '/account-settings', state: 'toast', do: pressed('main form button[type=submit]') },
  { who: demoAdmin, path: '/no/such/page', state: 'unknown' },
  { who: demoAdmin, path: '/reports' },
  { who: demoAdmin, path: '/reports/projects/{project}' },
  { who: demoAdmin, path: '/reports/projects/{project}/tasks/{task}' },
  { who: demoAdmin, path: '/reports?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: demoApprover, path: '/dashboard' },
  { who: demoApprover, path: '/approvals' },
  { who: demoApprover, path: '/approvals?status=rejected', state: 'rejected' },
  { who: demoApprover, path: '/approvals?from=2020-01-01&to=2020-01-31', state: 'empty' },
  {
    who: demoApprover,
    path: '/approvals',
    state: 'chosen',
    do: pressed('main input[type=checkbox]'),
    opens: 'textarea',
  },
  { who: demoApprover, path: '/approvals?review=1', state: 'review' },
  { who: 'Budi Santoso', path: '/dashboard' },
  { who: demoReviewer, path: '/dashboard' },
  { who: demoWorker, path: '/dashboard' },
  { who: demoWorker, path: '/worklogs' },
  { who: demoWorker, path: '/worklogs?view=week', state: 'week' },
  { who: demoWorker, path: '/worklogs?view=timesheet', state: 'timesheet' },
  { who: demoWorker, path: '/worklogs?view=timesheet&from=2020-01-06', state: 'timesheet-empty' },
  { who: demoWorker, path: '/worklogs?new=true', state: 'wrong', do: submitEmpty },
  { who: demoWorker, path: '/worklogs?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: demoWorker, path: '/reports' },
  { who: demoWorker, path: '/worklogs', state: 'away', before: refuseAll },
  { who: demoWorker, path: '/choose-company', before: inSequence(noInvites, outOfCompany), ownDocument: true },
  {
    who: demoWorker,
    path: '/choose-company',
    state: 'invites',
    before: inSequence(withInvites, outOfCompany),
    ownDocument: true,
  },
  ...opened,
];

/** The page is loaded and the server is unreachable. */
async function refuseAll(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/companies\/[^/]+\/(worklogs|projects)/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
}
