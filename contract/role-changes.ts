// Giving several members one role: each has its own result, and a refused one does not stop the others.

import { z } from 'zod';
import { maxRoleChanges } from '#domain/role-changes.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, id, reasonCode, role } from './fields.ts';
import { member } from './members.ts';

const input = z.strictObject({
  ...companyPath,
  role,
  members: z
    .array(z.strictObject({ userId: id, seenRole: role.describe('Role that the caller saw') }))
    .min(1)
    .max(maxRoleChanges),
});

const output = z.object({
  results: z
    .array(
      z
        .object({
          userId: id,
          code: reasonCode.nullable().describe('Null: done, or possible. Otherwise why not'),
          message: z.string().nullable(),
          member: member.nullable().describe('Their current state; null if they are not in the company'),
        })
        .meta({ id: 'RoleChangeResult' }),
    )
    .max(maxRoleChanges),
});

const refuses = [
  'member.missing',
  'member.own-role',
  'member.same-role',
  'member.changed-since-seen',
  'member.last-admin',
  'account.closed',
] as const;

export const roleChangeEndpoints = {
  checkRoleChanges: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/role-changes/check',
    summary: 'Whose role would change, and why the others would not. Writes nothing',
    can: 'members.update',
    isDryRun: true,
    input,
    output,
    refuses,
  }),
  changeRoles: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/role-changes',
    summary: 'Give several members one role. The caller’s own is changed alone (`updateMember`)',
    can: 'members.update',
    input,
    output,
    refuses,
  }),
};
