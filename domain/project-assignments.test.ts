import { expect, test } from 'vitest';
import { roles, scopeOf } from './permissions.ts';
import { defaultPolicies } from './policies.ts';
import { isAssignable, neededAssignment, rolesAssignable } from './project-assignments.ts';

const everyoneLogs = { ...defaultPolicies, loggers: 'everyone' } as const;

test('roles that log work are assignable as worker, roles that update projects as manager', () => {
  for (const policies of [defaultPolicies, everyoneLogs]) {
    for (const role of roles) {
      const holder = { ...policies, role };
      expect(isAssignable('manager', holder)).toBe(scopeOf(holder, 'projects.update') !== 'none');
      expect(isAssignable('worker', holder)).toBe(scopeOf(holder, 'worklogs.submit') !== 'none');
    }
    expect(rolesAssignable('manager', policies)).toEqual(['company admin', 'manager']);
  }
  expect(rolesAssignable('worker', defaultPolicies)).toEqual(['worker']);
  expect(rolesAssignable('worker', everyoneLogs)).toEqual(roles);
});

test('an invite offers an assignment to the roles that reach no project without one', () => {
  for (const role of roles) {
    const holder = { ...defaultPolicies, role };
    const needed = neededAssignment(role);
    expect(needed === null).toBe(scopeOf(holder, 'projects.read') === 'all');
    if (needed) expect(isAssignable(needed, holder)).toBe(true);
  }
});
