// Labels of roles in the current language.

import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';

const roleLabels: Record<Role, () => string> = {
  'company admin': m.role_company_admin,
  manager: m.role_manager,
  worker: m.role_worker,
  reviewer: m.role_reviewer,
  'timesheet approver': m.role_timesheet_approver,
};

export const roleLabel = (role: Role): string => roleLabels[role]();

/** In the order of the specification: Company Admin, Project Manager, Worker, Reviewer, Timesheet Approver. */
export const roleOptions = (): { value: Role; label: string }[] => [
  { value: 'company admin', label: m.role_company_admin() },
  { value: 'manager', label: m.role_manager() },
  { value: 'worker', label: m.role_worker() },
  { value: 'reviewer', label: m.role_reviewer() },
  { value: 'timesheet approver', label: m.role_timesheet_approver() },
];
