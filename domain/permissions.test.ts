import { expect, test } from 'vitest';
import { actions, grantsOf, isAllowed, isRole, roles, rolesAllowed, rolesWithScope, scopeOf } from './permissions.ts';

const rank = { all: 3, managed: 2, own: 1, none: 0 } as const;

test('the five roles have the literal names of the specification', () => {
  expect(roles).toEqual(['company admin', 'manager', 'timesheet approver', 'reviewer', 'worker']);
  expect(roles.every(isRole)).toBe(true);
  expect(isRole('Company Admin')).toBe(false);
});

test('every action has a scope for every role', () => {
  for (const action of actions) {
    for (const role of roles) expect(Object.keys(rank)).toContain(scopeOf(role, action));
  }
});

test('a company admin has every action except logging worklogs', () => {
  const beyond = actions.filter((action) => scopeOf('company admin', action) !== 'all');
  expect(beyond).toEqual(['worklogs.submit']);
});

test('only company admins change the company, its seats, its members and its invites (A17)', () => {
  for (const action of ['company.update', 'billing.manage', 'members.update', 'invites.manage'] as const) {
    expect(roles.filter((role) => scopeOf(role, action) !== 'none')).toEqual(['company admin']);
  }
});

test('reviewers read and decide nothing', () => {
  expect(scopeOf('reviewer', 'worklogs.read')).toBe('all');
  expect(scopeOf('reviewer', 'worklogs.decide')).toBe('none');
  expect(scopeOf('reviewer', 'projects.update')).toBe('none');
});

test('no role may change more than it may read', () => {
  const pairs = [
    ['worklogs.decide', 'worklogs.read'],
    ['worklogs.submit', 'worklogs.read'],
    ['projects.update', 'projects.read'],
    ['members.update', 'members.read'],
    ['invites.manage', 'invites.read'],
    ['reports.breakdown', 'reports.read'],
  ] as const;
  for (const role of roles) {
    for (const [change, read] of pairs) {
      expect(rank[scopeOf(role, change)]).toBeLessThanOrEqual(rank[scopeOf(role, read)]);
    }
  }
});

test('reports have the same scope as the worklogs in them', () => {
  for (const role of roles) expect(scopeOf(role, 'reports.read')).toBe(scopeOf(role, 'worklogs.read'));
});

test('the actions of a role and the roles of an action come from the same cells', () => {
  for (const role of roles) {
    const grants = grantsOf(role);
    for (const action of actions) {
      const scope = scopeOf(role, action);
      expect(grants[action] ?? 'none').toBe(scope);
      expect(isAllowed(role, action)).toBe(scope !== 'none');
      expect(rolesAllowed(action).includes(role)).toBe(scope !== 'none');
      expect(rolesWithScope(action, scope)).toContain(role);
    }
  }
});
