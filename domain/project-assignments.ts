// The kinds of assignment to projects, as manager and as worker. Who may have which follows from what they may do.

import { type AccessPolicies, type Holder, isAllowed, type Role, roles } from './permissions.ts';

export const assignmentKinds = ['manager', 'worker'] as const;
export type Assignment = (typeof assignmentKinds)[number];

/** A manager may have both in a company where everyone logs. */
export const isAssignable = (as: Assignment, holder: Holder): boolean =>
  as === 'manager' ? isAllowed(holder, 'projects.update') : isAllowed(holder, 'worklogs.submit');

export const rolesAssignable = (as: Assignment, policies: AccessPolicies): Role[] =>
  roles.filter((role) => isAssignable(as, { ...policies, role }));

/** The assignment that an invite for the role offers; null where projects are reached without one. */
const needed: Record<Role, Assignment | null> = {
  'company admin': null,
  manager: 'manager',
  'timesheet approver': null,
  reviewer: null,
  worker: 'worker',
};

export const neededAssignment = (role: Role): Assignment | null => needed[role];
