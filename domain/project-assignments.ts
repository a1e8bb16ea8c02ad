// The kind of assignment to projects that a role allows: as worker, as manager, or none.

import { type Role, roles } from './permissions.ts';

export type Assignment = 'manager' | 'worker';

/** The assignment that the role allows, and whether the role reaches only the projects it is assigned to. */
const assignments: Record<Role, { as: Assignment; isNeeded: boolean } | null> = {
  'company admin': { as: 'manager', isNeeded: false },
  manager: { as: 'manager', isNeeded: true },
  'timesheet approver': null,
  reviewer: null,
  worker: { as: 'worker', isNeeded: true },
};

export const assignmentOf = (role: Role): Assignment | null => assignments[role]?.as ?? null;

/** The assignment that an invite for the role offers; null where projects are reached without one. */
export const neededAssignment = (role: Role): Assignment | null => {
  const assignment = assignments[role];
  return assignment?.isNeeded ? assignment.as : null;
};

export const rolesAssignable = (as: Assignment): Role[] => roles.filter((role) => assignmentOf(role) === as);
