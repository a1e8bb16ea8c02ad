// One-line descriptions of the roles.

import type { Role } from '#domain/permissions.ts';
import { m } from '#locales/messages.js';

export const roleDescriptions: Record<Role, () => string> = {
  'company admin': m.users_role_company_admin,
  manager: m.users_role_manager,
  worker: m.users_role_worker,
  reviewer: m.users_role_reviewer,
  'timesheet approver': m.users_role_timesheet_approver,
};
