// Members of a company, in pages, and the workers that filters choose from.

import { z } from 'zod';
import { assignmentKinds } from '#domain/project-assignments.ts';
import { projectColours } from '#domain/projects.ts';
import { endpoint } from './endpoint.ts';
import {
  choiceQuery,
  choices,
  companyPath,
  day,
  email,
  id,
  instant,
  listOf,
  order,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  role,
  search,
  total,
} from './fields.ts';
import { projectChoice } from './projects.ts';
import { reportTotals } from './reports.ts';

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

const assignmentKind = z.enum(assignmentKinds);

/** As many as fit on one screen; the count includes the rest. */
export const maxMemberProjects = 12;

export const memberDetails = member
  .extend({
    projects: z
      .array(z.object({ id, name: z.string(), colour: z.enum(projectColours), isManaged: z.boolean() }))
      .max(maxMemberProjects)
      .describe('Their first active projects: those they manage, then those they are assigned to'),
    projectsTotal: z.int().describe('Number of projects that they manage or are assigned to'),
    assignableAs: z
      .array(assignmentKind)
      .max(2)
      .describe('How they can be assigned to projects; none once deactivated'),
    openProjects: z.int().describe('For workers: active projects that are open to every worker'),
    month: z
      .object({ from: day, to: day, ...reportTotals.shape })
      .describe('Their worklogs of the current month, pending and approved'),
    pendingWorklogs: z.int(),
    oldestPendingOn: day.nullable().describe('Company day of their oldest pending worklog'),
    lastActiveOn: day
      .nullable()
      .describe('Last company day on which they submitted, changed or decided a worklog here'),
  })
  .meta({ id: 'MemberDetails' });
export type MemberDetails = z.infer<typeof memberDetails>;

/** More than anybody chooses by hand. */
const maxAssignedAtOnce = 200;

const projectIds = z.array(id).max(maxAssignedAtOnce).default([]);

export const worker = z.object({ userId: id, name: z.string(), isActive: z.boolean() }).meta({ id: 'Worker' });
export type Worker = z.infer<typeof worker>;

export const memberEndpoints = {
  listMembers: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/members',
    summary: 'Members, active and deactivated, a page at a time',
    can: 'members.read',
    input: z.strictObject({
      ...companyPath,
      search: search.optional().describe('Words in the name or the email address'),
      roles: listOf(role).optional(),
      state: z.enum(['active', 'deactivated']).optional().describe('Absent means both'),
      sort: z.enum(['name', 'email', 'role', 'joinedAt']).default('name'),
      order: order.default('ascending'),
      ...pageQuery,
    }),
    output: z.object({ members: pageOf(member), total, ...pageFields }),
    refuses: pageReasons,
  }),
  getMember: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/members/{userId}',
    summary: 'One member, with their projects, pending worklogs and last activity',
    can: 'members.read',
    input: z.strictObject({ ...companyPath, userId: id }),
    output: memberDetails,
    refuses: ['member.missing', 'sum.too-large'],
  }),
  updateMember: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/members/{userId}',
    summary: 'Change the role, deactivate or reactivate',
    can: 'members.update',
    input: z.strictObject({
      ...companyPath,
      userId: id,
      role: role.optional(),
      isActive: z.boolean().optional(),
      seenRole: role.optional().describe('Role that the caller saw: refused if it has changed since'),
    }),
    output: member,
    refuses: ['member.missing', 'member.changed-since-seen', 'member.last-admin', 'seats.none-free', 'account.closed'],
  }),
  assignMemberProjects: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}/members/{userId}/projects',
    summary: 'Assign a member to active projects and take them off others, as manager or as worker',
    can: 'members.update',
    input: z.strictObject({ ...companyPath, userId: id, as: assignmentKind, assign: projectIds, unassign: projectIds }),
    output: memberDetails,
    refuses: ['member.missing', 'project.missing', 'sum.too-large'],
  }),
  listAssignableProjects: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/members/{userId}/assignable-projects',
    summary: 'Active projects to which the member can still be assigned; as a worker to none that are open to everyone',
    can: 'members.update',
    input: z.strictObject({ ...companyPath, userId: id, as: assignmentKind, ...choiceQuery }),
    output: z.object(choices(projectChoice)),
    refuses: ['member.missing'],
  }),
  listWorkers: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/workers',
    summary: 'Names of the people whose worklogs the caller may see, to choose from',
    can: 'workers.read',
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(worker)),
  }),
};
