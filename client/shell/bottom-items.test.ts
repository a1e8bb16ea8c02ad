import { expect, test } from 'vitest';
import { grantsOf, type Role } from '#domain/permissions.ts';
import { defaultPolicies } from '#domain/policies.ts';
import { bottomItems } from './bottom-items.ts';

const pathsOf = (role: Role, { isPremium = true, loggers = defaultPolicies.loggers } = {}) =>
  bottomItems({ role, isPremium, scopes: grantsOf({ ...defaultPolicies, loggers, role }) }).map(({ path }) => path);

test('each role has the dashboard and the pages that it works on', () => {
  expect(pathsOf('worker')).toEqual(['/dashboard', '/worklogs', '/reports']);
  expect(pathsOf('timesheet approver')).toEqual(['/dashboard', '/approvals', '/reports']);
  expect(pathsOf('manager')).toEqual(['/dashboard', '/approvals', '/projects']);
  expect(pathsOf('company admin')).toEqual(['/dashboard', '/approvals', '/projects']);
  expect(pathsOf('reviewer')).toEqual(['/dashboard', '/reports']);
});

test('who decides and logs time has both', () => {
  expect(pathsOf('manager', { loggers: 'everyone' })).toEqual(['/dashboard', '/worklogs', '/approvals']);
});

test('pages of a paid plan are left out without it', () => {
  expect(pathsOf('company admin', { isPremium: false })).toEqual(['/dashboard', '/projects']);
});
