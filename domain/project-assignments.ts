// As what a person can be assigned to projects: it follows from their role.

import { type Role, roles } from './permissions.ts';

export type Assignment = 'manager' | 'worker';

/** As what a person with the role can be assigned to projects, and whether they reach only the projects they are assigned to. */
const assignments: Record<Role, { as: Assignment; isNeeded: boolean } | null> = {
  'company admin': { as: 'manager', isNeeded: false },
  manager: { as: 'manager', isNeeded: true },
  'timesheet approver': null,
  reviewer: null,
  worker: { as: 'worker', isNeeded: true },
};

export const assignmentOf = (role: Role): Assignment | null => assignments[role]?.as ?? null;

/** The assignment that an invitation for the role offers; null where projects are reached without one. */
export const neededAssignment = (role: Role): Assignment | null => {
  const assignment = assignments[role];
  return assignment?.isNeeded ? assignment.as : null;
};

export const rolesAssignable = (as: Assignment): Role[] => roles.filter((role) => assignmentOf(role) === as);
