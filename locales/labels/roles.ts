import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';
import type { Sentence } from './sentence.ts';

export const roleLabels: Readonly<Record<Role, Sentence>> = {
  'company admin': m.role_company_admin,
  manager: m.role_manager,
  worker: m.role_worker,
  reviewer: m.role_reviewer,
  'timesheet approver': m.role_timesheet_approver,
};
