// A scope of the permission matrix as a WHERE. Every list, look-up and sum of a company's rows goes through here,
// so that a list can never show what a look-up refuses.

import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Action, type Scope, scopeOf } from '#domain/permissions.ts';
import type { StandIn } from '#domain/stand-ins.ts';
import type { Database } from '../db/schema.ts';
import type { CompanyContext, CompanyFacts } from './context.ts';

type WorklogBuilder = ExpressionBuilder<Database & { w: Database['worklogs'] }, 'w'>;
type ProjectBuilder = ExpressionBuilder<Database & { p: Database['projects'] }, 'p'>;
type MemberBuilder = ExpressionBuilder<Database & { m: Database['members'] }, 'm'>;

/** Whose reach is asked: the caller of a request, or the reader of something that is sent. */
export type Viewer = Pick<CompanyContext, 'db'> & {
  company: Pick<CompanyFacts, 'id' | 'role' | 'standsInFor'>;
  person: { id: string };
};

type Ref = ReturnType<typeof sql.ref>;

/** In words and not as a value: the plan of a prepared statement could not use the indexes of only these otherwise. */
const isThere = sql<SqlBool>`w.status <> 'deleted'`;

const scopeFor = (ctx: Viewer, action: Action): Scope => scopeOf(ctx.company.role, action);

/** Worklogs (alias `w`) within reach of `action`; withdrawn ones are within nobody's. */
export function visibleWorklogs(ctx: Viewer, action: Action) {
  const me = ctx.person.id;
  return (eb: WorklogBuilder) => {
    const here = [eb('w.companyId', '=', ctx.company.id), isThere];
    switch (scopeFor(ctx, action)) {
      case 'all':
        return eb.and(here);
      case 'managed':
        return eb.and([
          ...here,
          eb.or([
            managesProject(ctx, sql.ref('w.project_id')),
            ...lendersOf(ctx, action).map((lender) => lentWorklogs(ctx, lender)),
          ]),
        ]);
      case 'own':
        return eb.and([...here, eb('w.workerId', '=', me)]);
      case 'none':
        return eb.lit(false);
    }
  };
}

/**
 * Kept sums (alias `s`) of the worklogs within reach of `action`. They know projects and no workers, so null where the scope
 * is narrower than projects: then the rows have to be read.
 */
export function visibleSums(ctx: CompanyContext, action: Action): RawBuilder<SqlBool> | null {
  const here = sql<SqlBool>`s.company_id = ${ctx.company.id}`;
  switch (scopeFor(ctx, action)) {
    case 'all':
      return here;
    case 'managed':
      return lendersOf(ctx, action).length > 0
        ? null
        : sql<SqlBool>`(${here} and ${managesProject(ctx, sql.ref('s.project_id'))})`;
    case 'own':
    case 'none':
      return null;
  }
}

/** Projects (alias `p`) within reach of `action`; `own` are those the caller is assigned to. */
export function visibleProjects(ctx: Viewer, action: Action) {
  return (eb: ProjectBuilder) => {
    const here = eb('p.companyId', '=', ctx.company.id);
    switch (scopeFor(ctx, action)) {
      case 'all':
        return here;
      case 'managed':
        return eb.and([
          here,
          eb.or([
            managesProject(ctx, sql.ref('p.id')),
            ...lendersOf(ctx, action).map((lender) => reachesProject(ctx, lender, sql.ref('p.id'))),
          ]),
        ]);
      case 'own':
        return eb.and([here, worksOnProject(ctx)]);
      case 'none':
        return eb.lit(false);
    }
  };
}

/** Projects (alias `p`) that the caller manages; a choice of theirs, beside what they may see. */
export const managedProjects = (ctx: Viewer) => managesProject(ctx, sql.ref('p.id'));

/** Members (alias `m`) whose worklogs are within reach: workers, and whoever has written one there. */
export function visibleWorkers(ctx: Viewer) {
  return (eb: MemberBuilder) => {
    const here = eb('m.companyId', '=', ctx.company.id);
    switch (scopeFor(ctx, 'workers.read')) {
      case 'all':
        return eb.and([here, eb.or([eb('m.role', '=', 'worker'), hasWorklog])]);
      case 'managed':
        return eb.and([
          here,
          eb.or([
            worksOnManagedProject(ctx, ctx.person.id),
            hasWorklogOnManagedProject(ctx, ctx.person.id),
            ...lendersOf(ctx, 'worklogs.read').map((lender) => lentWorkers(ctx, lender)),
          ]),
        ]);
      case 'own':
        return eb.and([here, eb('m.userId', '=', ctx.person.id)]);
      case 'none':
        return eb.lit(false);
    }
  };
}

/**
 * In whose place the caller may use `action` too. A wider scope of one's own holds everything that is lent; narrower ones get
 * nothing lent (domain/stand-ins.ts), so that `managed` is the only one to add to.
 */
export const lendersOf = (ctx: Viewer, action: Action): readonly StandIn[] =>
  action === 'worklogs.read' || action === 'worklogs.decide' ? ctx.company.standsInFor : [];

/** What the lender may decide: never their own worklogs. */
const lentWorklogs = (ctx: Viewer, lender: StandIn) =>
  sql<SqlBool>`(w.worker_id <> ${lender.approverId} and ${reachesProject(ctx, lender, sql.ref('w.project_id'))})`;

const reachesProject = (ctx: Viewer, { approverId, role }: StandIn, projectId: Ref): RawBuilder<SqlBool> =>
  scopeOf(role, 'worklogs.decide') === 'all' ? sql<SqlBool>`true` : managesProject(ctx, projectId, approverId);

const lentWorkers = (ctx: Viewer, { approverId, role }: StandIn) => {
  const reached =
    scopeOf(role, 'worklogs.decide') === 'all'
      ? sql<SqlBool>`(m.role = 'worker' or ${hasWorklog})`
      : sql<SqlBool>`(${worksOnManagedProject(ctx, approverId)} or ${hasWorklogOnManagedProject(ctx, approverId)})`;
  return sql<SqlBool>`(m.user_id <> ${approverId} and ${reached})`;
};

const hasWorklog = sql<SqlBool>`exists (
  select 1 from worklogs w where w.company_id = m.company_id and w.worker_id = m.user_id and w.status <> 'deleted')`;

const hasWorklogOnManagedProject = (ctx: Viewer, managerId: string) => sql<SqlBool>`exists (
  select 1 from worklogs w
  where w.company_id = m.company_id and w.worker_id = m.user_id and w.status <> 'deleted'
    and ${managesProject(ctx, sql.ref('w.project_id'), managerId)})`;

/** The first question is the same for every member, so it is asked once. */
const worksOnManagedProject = (ctx: Viewer, managerId: string) => sql<SqlBool>`(m.role = 'worker' and (exists (
  select 1 from projects p
  where p.company_id = ${ctx.company.id} and p.for_everyone and ${managesProject(ctx, sql.ref('p.id'), managerId)})
  or exists (
    select 1 from project_workers pw
    where pw.company_id = m.company_id and pw.user_id = m.user_id
      and ${managesProject(ctx, sql.ref('pw.project_id'), managerId)})))`;

const managesProject = (ctx: Viewer, projectId: Ref, managerId = ctx.person.id) => sql<SqlBool>`exists (
  select 1 from project_managers pm
  where pm.company_id = ${ctx.company.id} and pm.project_id = ${projectId} and pm.user_id = ${managerId})`;

const worksOnProject = (ctx: Viewer) => sql<SqlBool>`(p.for_everyone or exists (
  select 1 from project_workers pw
  where pw.company_id = ${ctx.company.id} and pw.project_id = p.id and pw.user_id = ${ctx.person.id}))`;
