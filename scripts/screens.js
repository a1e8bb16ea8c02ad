// What scripts/pictures.js takes pictures of: every route as somebody for whom it is, and the states worth a look.
// `do` works in either language: it finds things by what they are, never by what they say.
import { opened } from './opened.js';
import { admin, approver, nobody, pressed, pretend, sessionPath, submitEmpty, withPrice, worker } from './stage.js';

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
const none = (names) => Object.fromEntries(names.map((name) => [name, 0]));

async function duringImport(page) {
  await pretend(/\/imports\/[^/]+$/, {
    id: importRun,
    fileName: 'karyawan-2026.csv',
    startedByName: admin,
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

async function checkList(page) {
  await page.locator('main textarea').fill(people.map((person) => person.slice(0, 3).join(', ')).join('\n'));
  await page.locator('main form button[type=submit]').click();
  await page.locator('main :is(table, li)').first().waitFor();
}

export const screens = [
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
  { who: admin, path: '/dashboard' },
  { who: admin, path: '/projects' },
  { who: admin, path: '/projects/{project}' },
  { who: admin, path: '/projects/create' },
  { who: admin, path: '/projects/create', state: 'wrong', do: submitEmpty },
  { who: admin, path: '/users' },
  { who: admin, path: '/users/{person}' },
  { who: admin, path: '/users/invites' },
  { who: admin, path: '/users/invites/create' },
  { who: admin, path: '/users/import' },
  { who: admin, path: '/users/import', state: 'checked', do: checkList },
  { who: admin, path: `/users/import?run=${importRun}`, state: 'run', before: duringImport },
  { who: admin, path: '/upgrade' },
  {
    who: admin,
    path: '/upgrade',
    state: 'price',
    before: withPrice,
  },
  { who: admin, path: '/settings' },
  { who: admin, path: '/account-settings' },
  { who: admin, path: '/account-settings', state: 'toast', do: pressed('main form button[type=submit]') },
  { who: admin, path: '/no/such/page', state: 'unknown' },
  { who: admin, path: '/reports' },
  { who: admin, path: '/reports/projects/{project}' },
  { who: admin, path: '/reports/projects/{project}/tasks/{task}' },
  { who: admin, path: '/reports?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: approver, path: '/dashboard' },
  { who: approver, path: '/approvals' },
  { who: approver, path: '/approvals?status=rejected', state: 'rejected' },
  { who: approver, path: '/approvals?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: approver, path: '/approvals', state: 'chosen', do: pressed('main input[type=checkbox]') },
  { who: approver, path: '/approvals?review=1', state: 'review' },
  { who: worker, path: '/dashboard' },
  { who: worker, path: '/worklogs' },
  { who: worker, path: '/worklogs?view=week', state: 'week' },
  { who: worker, path: '/worklogs?new=true', state: 'wrong', do: submitEmpty },
  { who: worker, path: '/worklogs?from=2020-01-01&to=2020-01-31', state: 'empty' },
  { who: worker, path: '/reports' },
  { who: worker, path: '/worklogs', state: 'away', before: refuseAll },
  { who: worker, path: '/choose-company', before: outOfCompany(noInvites) },
  { who: worker, path: '/choose-company', state: 'invites', before: outOfCompany(withInvites) },
  ...opened,
];

/** The page is there, the server is not. */
async function refuseAll(page) {
  await page.route(/\/api\/v1\/companies\/[^/]+\/(worklogs|projects)/, (route) =>
    route.fulfill({ status: 500, json: {} }),
  );
}

/** Somebody without a company. */
function outOfCompany(invited) {
  return async (page) => {
    await invited(page);
    await pretend(sessionPath, { companies: [], roles: {} })(page);
  };
}
