import { expect, test } from 'vitest';
import {
  actions,
  grantsOf,
  isAllowed,
  isRole,
  type Role,
  roles,
  rolesAllowed,
  rolesLosing,
  rolesWithScope,
  scopeOf,
} from './permissions.ts';
import { defaultPolicies } from './policies.ts';

const rank = { all: 4, 'managed+own': 3, managed: 2, own: 1, none: 0 } as const;

const everyoneLogs = { ...defaultPolicies, loggers: 'everyone' } as const;
const forOthers = { ...defaultPolicies, logForOthers: true } as const;
const settings = [defaultPolicies, everyoneLogs, forOthers];
const everybody = settings.flatMap((policies) => roles.map((role) => ({ ...policies, role })));
const by = (role: Role) => ({ ...defaultPolicies, role });

test('the five roles have the literal names of the specification', () => {
  expect(roles).toEqual(['company admin', 'manager', 'timesheet approver', 'reviewer', 'worker']);
  expect(roles.every(isRole)).toBe(true);
  expect(isRole('Company Admin')).toBe(false);
});

test('every action has a scope for every role', () => {
  for (const action of actions) {
    for (const holder of everybody) expect(Object.keys(rank)).toContain(scopeOf(holder, action));
  }
});

test('a company admin has every action except logging, which policies allow', () => {
  const beyond = actions.filter((action) => scopeOf(by('company admin'), action) !== 'all');
  expect(beyond).toEqual(['worklogs.submit', 'worklogs.enter']);
});

test('only company admins change the company, its seats, its members and its invites (A17)', () => {
  for (const action of ['company.update', 'billing.manage', 'members.update', 'invites.manage'] as const) {
    expect(roles.filter((role) => isAllowed({ role }, action))).toEqual(['company admin']);
  }
});

test('reviewers read and decide nothing', () => {
  expect(scopeOf(by('reviewer'), 'worklogs.read')).toBe('all');
  expect(scopeOf(by('reviewer'), 'worklogs.decide')).toBe('none');
  expect(scopeOf(by('reviewer'), 'projects.update')).toBe('none');
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
  for (const holder of everybody) {
    for (const [change, read] of pairs) {
      expect(rank[scopeOf(holder, change)]).toBeLessThanOrEqual(rank[scopeOf(holder, read)]);
    }
  }
});

test('reports have the same scope as the worklogs in them', () => {
  for (const holder of everybody) expect(scopeOf(holder, 'reports.read')).toBe(scopeOf(holder, 'worklogs.read'));
});

test('the actions of a role and the roles of an action come from the same cells', () => {
  for (const policies of settings) {
    for (const role of roles) {
      const holder = { ...policies, role };
      const grants = grantsOf(holder);
      for (const action of actions) {
        const scope = scopeOf(holder, action);
        expect(grants[action] ?? 'none').toBe(scope);
        expect(isAllowed(holder, action)).toBe(scope !== 'none');
        expect(rolesAllowed(action, policies).includes(role)).toBe(scope !== 'none');
      }
    }
  }
  for (const role of roles)
    expect(rolesWithScope('worklogs.decide', scopeOf({ role }, 'worklogs.decide'))).toContain(role);
});

test('only workers log, unless the company lets everyone: then every role, its own work only', () => {
  expect(rolesAllowed('worklogs.submit', defaultPolicies)).toEqual(['worker']);
  expect(roles.map((role) => scopeOf({ ...everyoneLogs, role }, 'worklogs.submit'))).toEqual(roles.map(() => 'own'));
  expect(rolesLosing('worklogs.submit', everyoneLogs, defaultPolicies)).toEqual(
    roles.filter((role) => role !== 'worker'),
  );
  expect(rolesLosing('worklogs.submit', defaultPolicies, everyoneLogs)).toEqual([]);
});

test('logging widens nothing else: only managers read more, their own work', () => {
  const widened = roles.flatMap((role) =>
    actions
      .filter((action) => scopeOf({ ...everyoneLogs, role }, action) !== scopeOf(by(role), action))
      .map((action) => `${role} ${action} ${scopeOf({ ...everyoneLogs, role }, action)}`),
  );
  expect(widened).toEqual([
    'company admin worklogs.submit own',
    'manager workers.read managed+own',
    'manager projects.read managed+own',
    'manager worklogs.read managed+own',
    'manager worklogs.submit own',
    'manager reports.read managed+own',
    'timesheet approver worklogs.submit own',
    'reviewer worklogs.submit own',
  ]);
});
