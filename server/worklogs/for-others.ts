// Entering worklogs for others: each is submitted like a typed one, in its own savepoint, so that a refused one leaves nothing
// behind and does not stop the others. What is wrong with the entry itself refuses the request, at its field.
// The company and all workers are locked first, the workers in the order of their ids.
// A person who is unknown, deactivated, without the right to log or not assigned to the project is refused in the same way.

import { type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { conflictingWorklog } from '#contract/worklogs.ts';
import type { EnteredResult, worklogForOthersEndpoints } from '#contract/worklogs-for-others.ts';
import { isAllowed } from '#domain/permissions.ts';
import { type ReasonCode, type Refusal, refuse } from '#domain/reasons.ts';
import { inOrder } from '../db/transact.ts';
import { isLoggingRole } from '../request/access.ts';
import { choicesQueryLimit, isOneOf, toChoices } from '../request/choices.ts';
import { lockCompanyFacts } from '../request/company-facts.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { sentenceOf } from '../request/problem.ts';
import { ensureAllowed, RefusalError, refused } from '../request/refused.ts';
import { attempt } from '../request/savepoint.ts';
import { findVisibleTask } from '../request/tasks.ts';
import { matchesSearch } from '../request/text-search.ts';
import { tagIdsOf } from '../tags/find-or-create.ts';
import { lockWorker } from './conflicts.ts';
import { withoutMinutes } from './day.ts';
import { lockTask } from './entry.ts';
import { toWorklogs } from './overlapping.ts';
import type { WorklogRow } from './rows.ts';
import { type NewEntry, publishWorklogs, submitEntry } from './submit.ts';

type Outcome = WorklogRow | RefusalError;

export const forOthersHandlers: Handlers<typeof worklogForOthersEndpoints> = {
  async listEnterablePeople(ctx, { taskId, search, ids = [] }) {
    await ensureEnterable(ctx, taskId);
    const people = selectPeople(ctx)
      .where(worksOnTask(ctx, taskId))
      .innerJoin('users as u', 'u.id', 'm.userId')
      .select(['m.userId', 'u.name'])
      .orderBy('u.nameKey')
      .orderBy('m.userId');
    const matching = await people.where(matchesSearch(search, 'u.name_key')).limit(choicesQueryLimit).execute();
    const chosen = ids.length > 0 ? await people.where(isOneOf('m.user_id', ids)).execute() : [];
    return { ...toChoices(matching), chosen };
  },

  async enterWorklogs(ctx, { companyId: _, workerIds, ...typed }) {
    const tagIds = await tagIdsOf(ctx, typed.tags);
    const locked = await lockCompanyFacts(ctx);
    if (!isAllowed(locked.company, 'worklogs.enter')) throw refused('role.not-allowed');
    await ensureEnterable(locked, typed.taskId);
    const distinctIds = [...new Set(workerIds)];
    const workers = await listWorkers(locked, distinctIds);
    await inOrder(workers.map((id) => lockWorker(locked, id)));
    const outcomes = new Map<string, Outcome>();
    for (const id of workers) {
      const outcome = await enter(locked, { typed, tagIds, workerId: id });
      if (outcome instanceof RefusalError) ensureAllowed(entryRefusalsOf(outcome));
      outcomes.set(id, outcome);
    }
    const entered = [...outcomes.values()].flatMap((outcome) => (outcome instanceof RefusalError ? [] : [outcome]));
    if (entered.length > 0) publishWorklogs(locked);
    const shown = new Map((await toWorklogs(locked, entered)).map((worklog) => [worklog.workerId, worklog]));
    return { results: distinctIds.map((id) => resultOf(locked, id, outcomes.get(id), shown.get(id) ?? null)) };
  },
};

/** Refuses a task of a project in which the caller enters nothing like one that does not exist. */
async function ensureEnterable(ctx: CompanyContext, taskId: string): Promise<void> {
  if (!(await findVisibleTask(ctx, 'worklogs.enter', taskId))) throw refused('task.missing', { path: 'taskId' });
}

/** Those of the ids who may log, without the caller, in the order of the locks. */
async function listWorkers(ctx: CompanyContext, ids: readonly string[]): Promise<string[]> {
  const rows = await selectPeople(ctx)
    .where(isOneOf('m.user_id', ids))
    .select('m.userId')
    .orderBy('m.userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

const selectPeople = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('members as m')
    .where('m.companyId', '=', ctx.company.id)
    .where('m.userId', '<>', ctx.person.id)
    .where('m.deactivatedAt', 'is', null)
    .where(isLoggingRole(ctx));

const worksOnTask = (ctx: CompanyContext, taskId: string) => sql<SqlBool>`exists (
  select 1 from tasks t
  join projects p on p.company_id = t.company_id and p.id = t.project_id
  where t.company_id = ${ctx.company.id} and t.id = ${taskId} and (p.for_everyone or exists (
    select 1 from project_workers pw
    where pw.company_id = ${ctx.company.id} and pw.project_id = p.id and pw.user_id = m.user_id)))`;

const enter = (ctx: CompanyContext, { typed, tagIds, workerId }: Omit<NewEntry, 'task'>): Promise<Outcome> =>
  attempt(ctx.db, async () => {
    const task = await lockTask(ctx, typed.taskId, workerId);
    if (!task?.isAssigned) throw refused('member.not-on-task', { path: 'workerIds' });
    return submitEntry(ctx, { typed, task, workerId, tagIds });
  });

/** Those that everybody else would be refused for as well. */
const entryRefusalsOf = ({ refusals }: RefusalError): Refusal[] =>
  refusals
    .filter(({ code }) => !refusalsOfPerson.has(code))
    .map((refusal) =>
      refusal.code === 'worklog.receipt-required' ? refuse('worklog.receipt-by-worker', { path: 'amount' }) : refusal,
    );

const refusalsOfPerson: ReadonlySet<ReasonCode> = new Set([
  'member.not-on-task',
  'worklog.conflict',
  'worklog.day-too-long',
]);

function resultOf(
  ctx: CompanyContext,
  workerId: string,
  outcome: Outcome | undefined,
  worklog: z.input<typeof worklogForOthersEndpoints.enterWorklogs.output>['results'][number]['worklog'],
): z.input<typeof worklogForOthersEndpoints.enterWorklogs.output>['results'][number] {
  if (worklog) return { workerId, code: null, message: null, conflicts: [], worklog };
  const reason = reasonOf(outcome);
  const conflicts = conflictsIn(reason.extra?.conflicts);
  return { workerId, code: reason.code, message: sentenceOf(reason, ctx.locale), conflicts, worklog: null };
}

/** The caller may not see all worklogs of the person's day, so the refusal omits their sum. */
const reasonOf = (outcome: Outcome | undefined): Refusal =>
  withoutMinutes(
    (outcome instanceof RefusalError ? outcome.refusals[0] : null) ??
      refuse('member.not-on-task', { path: 'workerIds' }),
    'worklog.day-too-long-for-worker',
  );

const conflictsIn = (conflicts: unknown): EnteredResult['conflicts'] =>
  Array.isArray(conflicts) ? conflicts.map((one) => conflictingWorklog.parse(one)) : [];
