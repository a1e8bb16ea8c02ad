// Who may decide what waits, asked of everybody at once where a request asks it of one person (server/access.ts). Both
// derive from the permission matrix; what a mail counts is what the page behind it shows.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Action, type Role, roles, type Scope, scopeOf } from '#domain/permissions.ts';

const rolesReaching = (wanted: Scope, action: Action = 'worklogs.decide'): Role[] =>
  roles.filter((role) => scopeOf(role, action) === wanted);

/** Whether the member (alias `m`) may decide the worklog (alias `w`). Nobody decides their own. */
export const mayDecide: RawBuilder<SqlBool> = sql<SqlBool>`(
  m.deactivated_at is null and m.user_id <> w.worker_id and (
    m.role = any(${rolesReaching('all')}::text[])
    or m.role = any(${rolesReaching('managed')}::text[]) and exists (
      select from project_managers pm
      where pm.company_id = w.company_id and pm.project_id = w.project_id and pm.user_id = m.user_id)))`;

/** A waiting worklog (alias `w`) that nobody may decide: its worker is the only one with the right. */
export const isNobodys: RawBuilder<SqlBool> = sql<SqlBool>`not exists (
  select from members m where m.company_id = w.company_id and ${mayDecide})`;

/** Members (alias `m`) who may have something to decide; the rest need not be looked at. */
export const mightDecide: RawBuilder<SqlBool> = sql<SqlBool>`(
  m.deactivated_at is null and m.role = any(${[...rolesReaching('all'), ...rolesReaching('managed')]}::text[]))`;

/** Members (alias `m`) who are told of what nobody may decide: they can give somebody the right. */
export const mayAppoint: RawBuilder<SqlBool> = sql<SqlBool>`m.role = any(${rolesReaching('all', 'members.update')}::text[])`;
