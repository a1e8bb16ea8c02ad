// Members of a company, and the short list of workers that filters need.

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { companyPath, email, id, instant, role, text } from './fields.ts';

export const member = z
  .object({
    userId: id,
    name: z.string(),
    email: email.nullable().describe('Null once the person closed their account: then they cannot come back'),
    role,
    joinedAt: instant,
    deactivatedAt: instant.nullable(),
    isYou: z.boolean(),
    isLastAdmin: z.boolean().describe('The only active company admin: can be neither demoted nor deactivated'),
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof member>;

export const memberEndpoints = {
  listMembers: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/members',
    summary: 'All members, active and deactivated',
    can: 'members.read',
    input: z.strictObject({ ...companyPath, search: text(100).optional() }),
    output: z.object({ members: z.array(member) }),
  }),
  getMember: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/members/{userId}',
    summary: 'One member',
    can: 'members.read',
    input: z.strictObject({ ...companyPath, userId: id }),
    output: member,
    refuses: ['member.missing'],
  }),
  updateMember: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/members/{userId}',
    summary: 'Change the role, deactivate or reactivate',
    can: 'members.update',
    input: z.strictObject({ ...companyPath, userId: id, role: role.optional(), isActive: z.boolean().optional() }),
    output: member,
    refuses: ['member.missing', 'member.last-admin', 'seats.none-free', 'account.closed'],
  }),
  listWorkers: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/workers',
    summary: 'Names of the people whose worklogs the caller may see',
    can: 'workers.read',
    input: z.strictObject(companyPath),
    output: z.object({ workers: z.array(z.object({ userId: id, name: z.string(), isActive: z.boolean() })) }),
  }),
};
