import { describe, expect, test } from 'vitest';
import { grantsOf, isAllowed, type Role, roles } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { maxSavedFilterIds } from '#domain/saved-reports.ts';
import { flagsOf, type Path, paths } from '../routes.ts';
import { clearsDestination, type GuardState, guard, safeDestination } from './guard.ts';

const signedOut: GuardState = { isAuthenticated: false, isEmailVerified: false, company: null, destination: null };
const unverified: GuardState = { ...signedOut, isAuthenticated: true };
const homeless: GuardState = { ...unverified, isEmailVerified: true };
const member = (role: Role, isPremium: boolean, policies = defaultPolicies): GuardState => ({
  ...homeless,
  company: { role, isPremium, scopes: grantsOf({ ...policies, role }) },
});
const admin = member('company admin', true);
const freeAdmin = member('company admin', false);
const worker = member('worker', true);
const freeWorker = member('worker', false);

const whereEveryoneLogs = (role: Role) => member(role, true, { ...defaultPolicies, loggers: 'everyone' });

const goalOf = (path: Path, state: GuardState): string | null => guard(path, flagsOf(path), state)?.goTo ?? null;

const cases: [string, Path, GuardState, string | null][] = [
  ['the signed-out go from / to /login', '/', signedOut, '/login'],
  ['the signed-in go from / to /dashboard', '/', worker, '/dashboard'],
  ['step 1: a page of the product asks to sign in', '/worklogs', signedOut, '/login'],
  ['step 1 comes before the role', '/users', signedOut, '/login'],
  ['/choose-company requires sign-in', '/choose-company', signedOut, '/login'],
  ['the signed-out may sign in', '/login', signedOut, null],
  ['the signed-out may register', '/register', signedOut, null],
  ['the signed-out may join', '/join', signedOut, null],
  ['the signed-out may reset their password', '/reset-password', signedOut, null],
  ['the signed-out may open a link', '/link-actions', signedOut, null],
  ['the signed-out may read how to verify', '/verify-email', signedOut, null],
  ['the signed-in do not sign in again', '/login', worker, '/dashboard'],
  ['the signed-in do not register again', '/register', worker, '/dashboard'],
  ['step 2: an unverified address is verified first', '/dashboard', unverified, '/verify-email'],
  ['step 2 comes before choosing a company', '/choose-company', unverified, '/verify-email'],
  ['an unverified person may open a link', '/link-actions', unverified, null],
  ['an unverified person waits at /verify-email', '/verify-email', unverified, null],
  ['a verified person does not wait there', '/verify-email', homeless, '/dashboard'],
  ['step 3: without a company one chooses', '/dashboard', homeless, '/choose-company'],
  ['step 3 comes before the plan', '/approvals', homeless, '/choose-company'],
  ['who has no company stays at /choose-company', '/choose-company', homeless, null],
  ['who has a company does not choose one', '/choose-company', admin, '/dashboard'],
  ['step 4: the admin of a Free company upgrades', '/approvals', freeAdmin, '/upgrade'],
  ['step 4: others of a Free company cannot', '/account-settings', freeWorker, '/dashboard'],
  ['step 4 comes before the role', '/users', freeWorker, '/dashboard'],
  ['pages marked noPremium work on Free', '/projects', freeAdmin, null],
  ['worklogs work on Free', '/worklogs', freeWorker, null],
  ['/upgrade itself works on Free', '/upgrade', freeAdmin, null],
  ['step 5: a worker has no approvals', '/approvals', worker, '/'],
  ['step 5: an admin has no worklogs', '/worklogs', admin, '/'],
  ['step 5: where everyone logs, an admin has', '/worklogs', whereEveryoneLogs('company admin'), null],
  ['step 5: and a reviewer', '/worklogs', whereEveryoneLogs('reviewer'), null],
  ['step 5: who still has no approvals', '/approvals', whereEveryoneLogs('reviewer'), '/'],
  ['step 5: only the admin upgrades', '/upgrade', worker, '/'],
  ['step 5: an approver has approvals', '/approvals', member('timesheet approver', true), null],
  ['step 5: an approver has no breakdown', '/reports/projects/{projectId}', member('timesheet approver', true), '/'],
  ['step 5: a reviewer has', '/reports/projects/{projectId}/tasks/{taskId}', member('reviewer', true), null],
  ['step 5: a manager sees invites', '/users/invites', member('manager', true), null],
  ['step 5: a manager makes none', '/users/invites/create', member('manager', true), '/'],
  ['/reports is open to everyone', '/reports', worker, null],
];

describe('the guard', () => {
  test.each(cases)('%s', (_, path, state, goal) => {
    expect(goalOf(path, state)).toBe(goal);
  });

  test('redirects the signed-in to their destination', () => {
    expect(goalOf('/login', { ...worker, destination: '/worklogs?page=2' })).toBe('/worklogs?page=2');
    expect(goalOf('/choose-company', { ...admin, destination: '/users' })).toBe('/users');
  });

  test('stores the destination when a step interrupts, not when a page is refused', () => {
    const stores = (path: Path, state: GuardState) => guard(path, flagsOf(path), state)?.storesDestination;
    expect(stores('/approvals', signedOut)).toBe(true);
    expect(stores('/approvals', freeAdmin)).toBe(true);
    expect(stores('/approvals', worker)).toBe(false);
    expect(stores('/account-settings', freeWorker)).toBe(false);
    expect(stores('/', signedOut)).toBe(false);
  });

  test('gives the reason when a member of a Free company is redirected', () => {
    expect(guard('/account-settings', flagsOf('/account-settings'), freeWorker)?.reason).toBe('not-premium');
  });

  test('shows a page to exactly the roles that may do what the page is for', () => {
    for (const path of paths) {
      const { allowedRoles = roles, can } = flagsOf(path);
      expect([path, [...allowedRoles]]).toEqual([
        path,
        can ? roles.filter((role) => isAllowed({ ...defaultPolicies, role }, can)) : [...roles],
      ]);
    }
  });

  test('never redirects in a loop', () => {
    const people = [signedOut, unverified, homeless, admin, freeAdmin, worker, freeWorker];
    for (const person of people) {
      for (const destination of [null, ...paths]) {
        for (const start of paths) expect(endOf(start, { ...person, destination })).not.toBe('a loop');
      }
    }
  });

  test('clears the destination on ordinary pages, not on the pages of the steps', () => {
    const keeping = paths.filter((path) => !clearsDestination(path, flagsOf(path)));
    expect(keeping.sort()).toEqual([
      '/',
      '/choose-company',
      '/join',
      '/link-actions',
      '/login',
      '/register',
      '/reset-password',
      '/upgrade',
      '/verify-email',
    ]);
  });
});

/** Follows the guard as the router does. */
function endOf(start: Path, state: GuardState): string {
  let path: Path = start;
  for (let step = 0; step < 8; step += 1) {
    const goal = goalOf(path, state);
    const next = paths.find((known) => known === goal);
    if (goal === null) return path;
    if (!next) return goal;
    path = next;
  }
  return 'a loop';
}

describe('A33: a destination', () => {
  test.each(['/worklogs', '/worklogs?projectIds=a&page=2', '/reports/projects/1#totals', '/?a=//b'])(
    '%s is a path of this site',
    (path) => expect(safeDestination(path)).toBe(path),
  );

  test('may be as long as the longest saved report, also within an emailed link', () => {
    const workers = Array.from({ length: maxSavedFilterIds }, () => ['workers', crypto.randomUUID()]);
    const report = `/reports?${new URLSearchParams([['from', '2026-03-01'], ['to', '2026-03-31'], ...workers])}`;
    const link = `/link-actions?${new URLSearchParams({ mode: 'open', company: crypto.randomUUID(), to: report })}`;
    for (const path of [report, link]) expect(safeDestination(path)).toBe(path);
  });

  test.each([
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    'javascript:alert(1)',
    'worklogs',
    '',
    ' /worklogs',
    `/${'a'.repeat(16_000)}`,
    null,
    42,
  ])('%s is not', (wanted) => expect(safeDestination(wanted)).toBeNull());
});
