// Giving several members one role. The own role is changed alone, with a confirmation of its own, so an admin remains: the caller.

import { type MemberState, staleRoleRefusal } from './members.ts';
import type { Role } from './permissions.ts';
import { type Refusal, refuse } from './reasons.ts';

/** A page of the list of members at its largest. */
export const maxRoleChanges = 100;

/** `email` null: the account is closed. `roleName`: the role in the language of the caller. */
export type RoleHolder = MemberState & {
  name: string;
  email: string | null;
  roleName: string;
  isYou: boolean;
  isLastAdmin: boolean;
};

export function roleChangeRefusal(
  member: RoleHolder | undefined,
  wanted: { role: Role; seenRole: Role },
): Refusal | null {
  if (!member) return refuse('member.missing');
  if (member.email === null) return refuse('account.closed');
  if (member.role === wanted.role) return refuse('member.same-role');
  if (member.isLastAdmin) return refuse('member.last-admin');
  if (member.isYou) return refuse('member.own-role');
  return staleRoleRefusal(member, wanted);
}
