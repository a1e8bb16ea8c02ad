// Who may decide what waits, asked of everybody at once where a request asks it of one person (server/request/access.ts). Both
// derive from the permission matrix; what a mail counts is what the page behind it shows.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Day } from '#domain/calendar.ts';
import { type Action, type Role, roles, type Scope, scopeOf } from '#domain/permissions.ts';

const rolesReaching = (wanted: Scope, action: Action = 'worklogs.decide'): Role[] =>
  roles.filter((role) => scopeOf(role, action) === wanted);

/** Whether the member (alias `m`) may decide the worklog (alias `w`) today. Nobody decides their own. */
export const mayDecide = (today: Day): RawBuilder<SqlBool> => sql<SqlBool>`(
  m.deactivated_at is null and m.user_id <> w.worker_id and (
    ${reaches('m')}
    or ${decides('m')} and exists (
      select from stand_ins s
      join members a on a.company_id = s.company_id and a.user_id = s.approver_id
      where s.company_id = m.company_id and s.stand_in_id = m.user_id and s.ended_at is null
        and ${today}::date between s.from_day and s.to_day
        and a.deactivated_at is null and a.user_id <> w.worker_id and ${reaches('a')})))`;

/** By their own role. */
const reaches = (member: 'm' | 'a'): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${member}.role`)} = any(${rolesReaching('all')}::text[])
  or ${sql.ref(`${member}.role`)} = any(${rolesReaching('managed')}::text[]) and exists (
    select from project_managers pm
    where pm.company_id = w.company_id and pm.project_id = w.project_id and pm.user_id = ${sql.ref(`${member}.user_id`)}))`;

const decides = (member: 'm' | 'a'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${member}.role`)} = any(${[...rolesReaching('all'), ...rolesReaching('managed')]}::text[])`;

/** A waiting worklog (alias `w`) that nobody may decide: its worker is the only one with the right. */
export const isNobodys = (today: Day): RawBuilder<SqlBool> => sql<SqlBool>`not exists (
  select from members m where m.company_id = w.company_id and ${mayDecide(today)})`;

/** Members (alias `m`) who may have something to decide; the rest need not be looked at. */
export const mightDecide: RawBuilder<SqlBool> = sql<SqlBool>`(m.deactivated_at is null and ${decides('m')})`;

/** Members (alias `m`) who are told of what nobody may decide: they can give somebody the right. */
export const mayAppoint: RawBuilder<SqlBool> = sql<SqlBool>`m.role = any(${rolesReaching('all', 'members.update')}::text[])`;
