// People in a company. There is always at least one active company admin.

import type { Role } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';
import { withoutInvisible } from './text.ts';

export const maxPersonNameLength = 120;

/** The maximum length of an address in SMTP (RFC 5321 §4.5.3.1.3). */
export const maxEmailLength = 254;

/**
 * Addresses are compared without case and surrounding spaces. Invisible characters come along when an address is copied from a
 * mail or a page, ours included, which isolate addresses by them; no address has any of its own.
 */
export const normalizeEmail = (email: string): string => withoutInvisible(email).trim().toLowerCase();

export type MemberState = { role: Role; isActive: boolean };

/** The role of which a company always has an active member: it is given to the founder, and gives all other roles. */
export const adminRole = 'company admin' satisfies Role;

export const isActiveAdmin = ({ role, isActive }: MemberState): boolean => isActive && role === adminRole;

/** Refuses a change that leaves the company without an active admin. `otherAdmins`: active admins besides this member. */
export function lastAdminRefusal(before: MemberState, after: MemberState, otherAdmins: number): Refusal | null {
  return isActiveAdmin(before) && !isActiveAdmin(after) && otherAdmins === 0 ? refuse('member.last-admin') : null;
}

type Seen = { seenRole?: Role | undefined; role?: Role | undefined };

/** Refuses a change that was based on an outdated role, unless the member already has the wanted role. */
export function staleRoleRefusal(now: { name: string; role: Role; roleName: string }, { seenRole, role }: Seen) {
  if (seenRole === undefined || seenRole === now.role || role === now.role) return null;
  return refuse('member.changed-since-seen', {
    params: { name: now.name, role: now.roleName },
    extra: { role: now.role },
  });
}
