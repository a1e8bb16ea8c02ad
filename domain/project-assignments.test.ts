import { expect, test } from 'vitest';
import { roles, scopeOf } from './permissions.ts';
import { assignmentOf, neededAssignment, rolesAssignable } from './project-assignments.ts';

test('roles that log work are assigned as workers, roles that update projects as managers; an assignment is needed unless the role reads all', () => {
  for (const role of roles) {
    const isManager = scopeOf(role, 'projects.update') !== 'none';
    const isWorker = scopeOf(role, 'worklogs.submit') !== 'none';
    expect(assignmentOf(role)).toBe(isManager ? 'manager' : isWorker ? 'worker' : null);
    expect(neededAssignment(role)).toBe(scopeOf(role, 'projects.read') === 'all' ? null : assignmentOf(role));
  }
  expect(rolesAssignable('manager')).toEqual(['company admin', 'manager']);
  expect(rolesAssignable('worker')).toEqual(['worker']);
});
