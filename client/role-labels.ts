// Labels of roles in the current language.

import type { Role } from '#domain/permissions.ts';
import { roleLabels } from '#labels/roles.ts';

/** In the order of the specification. */
const inOrder = ['company admin', 'manager', 'worker', 'reviewer', 'timesheet approver'] as const;

export const roleLabel = (role: Role): string => roleLabels[role]();

export const roleOptions = (): { value: Role; label: string }[] =>
  inOrder.map((value) => ({ value, label: roleLabel(value) }));
