// Turns a scope of the permission matrix into a WHERE condition. Every list, look-up and sum of a company's rows uses these
// functions, so that a list never shows what a look-up refuses.

import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type AccessPolicies,
  type Action,
  type Role,
  rolesAllowed,
  rolesWithScope,
  type Scope,
  scopeOf,
} from '#domain/permissions.ts';
import type { StandInGrant } from '#domain/stand-ins.ts';
import type { Database } from '../db/schema.ts';
import type { CompanyContext, CompanyFacts } from './context.ts';

export type WorklogBuilder = ExpressionBuilder<Database & { w: Database['worklogs'] }, 'w'>;
type ProjectBuilder = ExpressionBuilder<Database & { p: Database['projects'] }, 'p'>;
type MemberBuilder = ExpressionBuilder<Database & { m: Database['members'] }, 'm'>;

/** Whose access is meant: the caller of a request, or the recipient of a mail. */
export type Viewer = Pick<CompanyContext, 'db'> & {
  company: Pick<CompanyFacts, 'id' | 'role' | 'standsInFor' | keyof AccessPolicies>;
  person: { id: string };
};

type Ref = ReturnType<typeof sql.ref>;

/** A literal, not a parameter: otherwise the plan of a prepared statement could not use the partial indexes. */
const isNotDeleted = sql<SqlBool>`w.status <> 'deleted'`;

const scopeFor = (ctx: Viewer, action: Action): Scope => scopeOf(ctx.company, action);

/** Worklogs (alias `w`) that the viewer may access with `action`; nobody may access deleted ones. */
export function visibleWorklogs(ctx: Viewer, action: Action) {
  return (eb: WorklogBuilder) => {
    const conditions = [eb('w.companyId', '=', ctx.company.id), isNotDeleted];
    const isOwn = eb('w.workerId', '=', ctx.person.id);
    const scope = scopeFor(ctx, action);
    switch (scope) {
      case 'all':
        return eb.and(conditions);
      case 'managed+own':
      case 'managed':
        return eb.and([
          ...conditions,
          eb.or([
            managesProject(ctx, sql.ref('w.project_id')),
            ...(scope === 'managed+own' ? [isOwn] : []),
            ...delegatorsOf(ctx, action).map((delegator) => delegatedWorklogs(ctx, delegator)),
          ]),
        ]);
      case 'own':
        return eb.and([...conditions, isOwn]);
      case 'none':
        return eb.lit(false);
    }
  };
}

/**
 * Precomputed sums (alias `s`) of the worklogs that the viewer may access with `action`. Sums exist per project and not per
 * worker: null where the scope is narrower than whole projects, so that the rows have to be read.
 */
export function visibleSums(ctx: CompanyContext, action: Action): RawBuilder<SqlBool> | null {
  const inCompany = sql<SqlBool>`s.company_id = ${ctx.company.id}`;
  switch (scopeFor(ctx, action)) {
    case 'all':
      return inCompany;
    case 'managed':
      return delegatorsOf(ctx, action).length > 0
        ? null
        : sql<SqlBool>`(${inCompany} and ${managesProject(ctx, sql.ref('s.project_id'))})`;
    case 'managed+own':
    case 'own':
    case 'none':
      return null;
  }
}

/** Projects (alias `p`) that the viewer may access with `action`; `own` are those the viewer is assigned to. */
export function visibleProjects(ctx: Viewer, action: Action) {
  return (eb: ProjectBuilder) => {
    const inCompany = eb('p.companyId', '=', ctx.company.id);
    const scope = scopeFor(ctx, action);
    switch (scope) {
      case 'all':
        return inCompany;
      case 'managed+own':
      case 'managed':
        return eb.and([
          inCompany,
          eb.or([
            managesProject(ctx, sql.ref('p.id')),
            ...(scope === 'managed+own' ? [worksOnProject(ctx)] : []),
            ...delegatorsOf(ctx, action).map((delegator) => reachesProject(ctx, delegator, sql.ref('p.id'))),
          ]),
        ]);
      case 'own':
        return eb.and([inCompany, worksOnProject(ctx)]);
      case 'none':
        return eb.lit(false);
    }
  };
}

/** Projects (alias `p`) that the viewer manages. */
export const managedProjects = (ctx: Viewer) => managesProject(ctx, sql.ref('p.id'));

/** Members (alias `m`) whose worklogs the viewer may access: workers, and other members who have written a worklog there. */
export function visibleWorkers(ctx: Viewer) {
  return (eb: MemberBuilder) => {
    const inCompany = eb('m.companyId', '=', ctx.company.id);
    const isSelf = eb('m.userId', '=', ctx.person.id);
    const scope = scopeFor(ctx, 'workers.read');
    switch (scope) {
      case 'all':
        return eb.and([inCompany, eb.or([isLoggingRole(ctx), hasWorklog(ctx)])]);
      case 'managed+own':
      case 'managed':
        return eb.and([
          inCompany,
          eb.or([
            ...(scope === 'managed+own' ? [isSelf] : []),
            worksOnManagedProject(ctx, ctx.person.id),
            hasWorklogOnManagedProject(ctx, ctx.person.id),
            ...delegatorsOf(ctx, 'worklogs.read').map((delegator) => delegatedWorkers(ctx, delegator)),
          ]),
        ]);
      case 'own':
        return eb.and([inCompany, isSelf]);
      case 'none':
        return eb.lit(false);
    }
  };
}

/**
 * The approvers whose `action` the viewer may use as stand-in. Only the scope `managed` is extended: `all` includes what is
 * delegated already, and narrower scopes are not delegated to (domain/stand-ins.ts).
 */
export const delegatorsOf = (ctx: Viewer, action: Action): readonly StandInGrant[] =>
  action === 'worklogs.read' || action === 'worklogs.decide' ? ctx.company.standsInFor : [];

/**
 * Nobody decides their own worklogs (alias `w`), or those that they entered for somebody; a stand-in decides none of either for the
 * approver. `userId` is a value or a column. The rules for one worklog: moveRefusal and reachesOnBehalfOf in domain/.
 */
export const isNeitherOwnNorEntered = (userId: string | Ref): RawBuilder<SqlBool> =>
  sql<SqlBool>`(w.worker_id <> ${userId} and w.entered_by is distinct from ${userId})`;

/** What the delegating approver may decide. */
const delegatedWorklogs = (ctx: Viewer, delegator: StandInGrant) =>
  sql<SqlBool>`(${isNeitherOwnNorEntered(delegator.approverId)} and ${reachesProject(ctx, delegator, sql.ref('w.project_id'))})`;

const reachesProject = (ctx: Viewer, { approverId, role }: StandInGrant, projectId: Ref): RawBuilder<SqlBool> =>
  decidesOnProject({ role, userId: approverId }, { companyId: ctx.company.id, projectId });

type Decider = { role: Role | Ref; userId: string | Ref };
type ProjectKey = { companyId: string; projectId: Ref };

/** Whether a role decides on the project, by itself or as its manager. The company is a value, the others are values or columns. */
export function decidesOnProject({ role, userId }: Decider, project: ProjectKey): RawBuilder<SqlBool> {
  const manages = isManager(project, userId);
  if (typeof role === 'string') return scopeOf({ role }, 'worklogs.decide') === 'all' ? sql<SqlBool>`true` : manages;
  return sql<SqlBool>`(${role} = any(${rolesWithScope('worklogs.decide', 'all')}::text[])
    or ${role} = any(${rolesWithScope('worklogs.decide', 'managed')}::text[]) and ${manages})`;
}

const delegatedWorkers = (ctx: Viewer, { approverId, role }: StandInGrant) => {
  const accessible =
    scopeOf({ role }, 'worklogs.decide') === 'all'
      ? sql<SqlBool>`(${isLoggingRole(ctx)} or ${hasWorklog(ctx)})`
      : sql<SqlBool>`(${worksOnManagedProject(ctx, approverId)} or ${hasWorklogOnManagedProject(ctx, approverId)})`;
  return sql<SqlBool>`(m.user_id <> ${approverId} and ${accessible})`;
};

/** Members (alias `m`) whose role may log work. */
export const isLoggingRole = ({ company }: { company: AccessPolicies }) =>
  sql<SqlBool>`m.role = any(${rolesAllowed('worklogs.submit', company)}::text[])`;

const hasWorklog = (ctx: Viewer) => sql<SqlBool>`exists (
  select 1 from worklogs w where w.company_id = ${ctx.company.id} and w.worker_id = m.user_id and w.status <> 'deleted')`;

const hasWorklogOnManagedProject = (ctx: Viewer, managerId: string) => sql<SqlBool>`exists (
  select 1 from worklogs w
  where w.company_id = ${ctx.company.id} and w.worker_id = m.user_id and w.status <> 'deleted'
    and ${managesProject(ctx, sql.ref('w.project_id'), managerId)})`;

/** The first subquery does not depend on the member, so it is evaluated once. */
const worksOnManagedProject = (ctx: Viewer, managerId: string) => sql<SqlBool>`(${isLoggingRole(ctx)} and (exists (
  select 1 from projects p
  where p.company_id = ${ctx.company.id} and p.for_everyone and ${managesProject(ctx, sql.ref('p.id'), managerId)})
  or exists (
    select 1 from project_workers pw
    where pw.company_id = ${ctx.company.id} and pw.user_id = m.user_id
      and ${managesProject(ctx, sql.ref('pw.project_id'), managerId)})))`;

const managesProject = (ctx: Viewer, projectId: Ref, managerId = ctx.person.id) =>
  isManager({ companyId: ctx.company.id, projectId }, managerId);

const isManager = ({ companyId, projectId }: ProjectKey, managerId: string | Ref) => sql<SqlBool>`exists (
  select 1 from project_managers pm
  where pm.company_id = ${companyId} and pm.project_id = ${projectId} and pm.user_id = ${managerId})`;

const worksOnProject = (ctx: Viewer) => sql<SqlBool>`(p.for_everyone or exists (
  select 1 from project_workers pw
  where pw.company_id = ${ctx.company.id} and pw.project_id = p.id and pw.user_id = ${ctx.person.id}))`;
