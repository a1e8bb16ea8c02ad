// Who may decide pending worklogs, as SQL over all members. Both this and what one caller sees derive from the conditions in
// server/request/access.ts, so the counts in a mail match the page that it links to.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Day } from '#domain/calendar.ts';
import { roles, rolesAllowed } from '#domain/permissions.ts';
import { canStandIn } from '#domain/stand-ins.ts';
import { decidesOnProject, isNeitherOwnNorEntered } from '../request/access.ts';

/** Whether the member (alias `m`) may decide the worklog (alias `w`) today. */
export const canDecideWorklog = (companyId: string, today: Day): RawBuilder<SqlBool> => sql<SqlBool>`(
  m.deactivated_at is null and ${isNeitherOwnNorEntered(sql.ref('m.user_id'))} and (
    ${reaches(companyId, 'm')}
    or ${hasDecidingRole('m')} and exists (
      select from stand_ins s
      join members a on a.company_id = s.company_id and a.user_id = s.approver_id
      where s.company_id = ${companyId} and s.stand_in_id = m.user_id and s.ended_at is null
        and ${today}::date between s.from_day and s.to_day
        and a.deactivated_at is null and ${isNeitherOwnNorEntered(sql.ref('a.user_id'))}
        and ${reaches(companyId, 'a')})))`;

/** By the member's own role. */
const reaches = (companyId: string, member: 'm' | 'a'): RawBuilder<SqlBool> =>
  decidesOnProject(
    { role: sql.ref(`${member}.role`), userId: sql.ref(`${member}.user_id`) },
    { companyId, projectId: sql.ref('w.project_id') },
  );

const hasDecidingRole = (member: 'm' | 'a'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${member}.role`)} = any(${roles.filter(canStandIn)}::text[])`;

/** A pending worklog (alias `w`) that nobody may decide: only its own worker has the permission. */
export const hasNoDecider = (companyId: string, today: Day): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from members m where m.company_id = ${companyId} and ${canDecideWorklog(companyId, today)})`;

/** Members (alias `m`) whose role may decide worklogs at all; the others are skipped. */
export const isDecider: RawBuilder<SqlBool> = sql<SqlBool>`(m.deactivated_at is null and ${hasDecidingRole('m')})`;

/** Members (alias `m`) who can give somebody the permission; they are notified of worklogs without a decider. */
export const canAssignRoles: RawBuilder<SqlBool> = sql<SqlBool>`m.role = any(${rolesAllowed('members.update')}::text[])`;
