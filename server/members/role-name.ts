// The name of a role for pages and mails that the server writes itself; the same words as in the browser.

import type { Role } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';

const names = {
  'company admin': m.role_company_admin,
  manager: m.role_manager,
  'timesheet approver': m.role_timesheet_approver,
  reviewer: m.role_reviewer,
  worker: m.role_worker,
} as const satisfies Record<Role, unknown>;

export const roleName = (role: Role, locale: Locale): string => names[role]({}, { locale });
