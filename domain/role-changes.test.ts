import { expect, test } from 'vitest';
import { type RoleHolder, roleChangeRefusal } from './role-changes.ts';

const member: RoleHolder = {
  name: 'Budi',
  email: 'budi@karya.example',
  role: 'reviewer',
  roleName: 'Reviewer',
  isActive: true,
  isYou: false,
  isLastAdmin: false,
};
const wanted = { role: 'manager', seenRole: 'reviewer' } as const;

test.each([
  ['somebody with another role', member, null],
  ['nobody of the company', undefined, 'member.missing'],
  ['a closed account', { ...member, email: null }, 'account.closed'],
  ['somebody with this role', { ...member, role: 'manager' }, 'member.same-role'],
  ['oneself', { ...member, isYou: true }, 'member.own-role'],
  [
    'oneself as the only admin',
    { ...member, role: 'company admin', isYou: true, isLastAdmin: true },
    'member.last-admin',
  ],
  ['somebody whose role was changed meanwhile', { ...member, role: 'worker' }, 'member.changed-since-seen'],
] satisfies [string, RoleHolder | undefined, string | null][])('giving a role to %s', (_, holder, code) => {
  expect(roleChangeRefusal(holder, wanted)?.code ?? null).toBe(code);
});
