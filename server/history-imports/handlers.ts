// Imports of history: each step is a state of the import, set here under its lock; jobs.ts does the work and sets the next.

import { sql } from 'kysely';
import type { historyImportEndpoints } from '#contract/history-imports.ts';
import { verdictsWithOutcome } from '#domain/history-imports/verdicts.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';
import {
  getHistoryDetails,
  getHistoryRow,
  historyRunOf,
  isUndoable,
  listHistoryRows,
  listHistoryRuns,
  listHistoryTotals,
  lockImport,
} from './imports.ts';
import { receiveHistoryFile } from './upload.ts';

export const historyImportHandlers: Handlers<typeof historyImportEndpoints> = {
  uploadHistory: receiveHistoryFile,

  async listHistoryImports(ctx) {
    return { imports: await listHistoryRuns(ctx) };
  },

  async getHistoryImport(ctx, { importId }) {
    return getHistoryDetails(ctx, importId);
  },

  async checkHistoryImport(ctx, { companyId, importId, people, ...chosen }) {
    const { state } = await lockImport(ctx, importId);
    if (state !== 'open' && state !== 'checked') throw refused('history-import.not-now');
    await ctx.db
      .updateTable('historyImports')
      .set(chosen)
      .where('companyId', '=', companyId)
      .where('id', '=', importId)
      .execute();
    await choosePeople(ctx, importId, people);
    await beginStep(ctx, importId, { state: 'checking', task: 'check-history' });
    return getHistoryDetails(ctx, importId);
  },

  async runHistoryImport(ctx, { importId }) {
    const row = await lockImport(ctx, importId);
    if (row.state !== 'checked') throw refused('history-import.not-now');
    const { counts } = historyRunOf(ctx, { ...row, startedByName: '' });
    if (verdictsWithOutcome('imported').every((verdict) => counts[verdict] === 0))
      throw refused('history-import.nothing-new');
    await beginStep(ctx, importId, { state: 'running', task: 'run-history' });
    return historyRunOf(ctx, await getHistoryRow(ctx, importId));
  },

  async undoHistoryImport(ctx, { importId }) {
    const row = await lockImport(ctx, importId);
    if (row.state !== 'imported') throw refused('history-import.not-now');
    if (!isUndoable(row, ctx)) throw refused('history-import.too-late');
    await beginStep(ctx, importId, { state: 'undoing', task: 'undo-history' });
    return historyRunOf(ctx, await getHistoryRow(ctx, importId));
  },

  async discardHistoryImport(ctx, { companyId, importId }) {
    const { state } = await lockImport(ctx, importId);
    if (state !== 'open' && state !== 'checked') throw refused('history-import.not-now');
    await ctx.db.deleteFrom('historyImports').where('companyId', '=', companyId).where('id', '=', importId).execute();
    ctx.publishChange(companyId, 'imports');
    return null;
  },

  async listHistoryRows(ctx, { importId, companyId: _, ...query }) {
    await getHistoryRow(ctx, importId);
    return listHistoryRows(ctx, importId, query);
  },

  async listHistoryTotals(ctx, { importId, companyId: _, ...query }) {
    await getHistoryRow(ctx, importId);
    return listHistoryTotals(ctx, importId, query);
  },
};

type ChosenPerson = { personKey: string; userId: string | null };

/** Replaces all earlier choices; ids of nobody in this company are refused. */
async function choosePeople({ db, company }: CompanyContext, importId: string, people: readonly ChosenPerson[]) {
  const userIds = [...new Set(people.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
  const { known } = await db
    .selectFrom('members')
    .where('companyId', '=', company.id)
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .select(sql<number>`count(*)`.as('known'))
    .executeTakeFirstOrThrow();
  if (known !== userIds.length) throw refused('member.missing', { path: 'people' });
  await sql`
    insert into history_people (company_id, import_id, person_key, name, email, rows, user_id, is_chosen)
    select ${company.id}, ${importId}, c."personKey", '', '', 0, c."userId", true
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as c ("personKey" text, "userId" uuid)
    on conflict (company_id, import_id, person_key) do update set user_id = excluded.user_id, is_chosen = true`.execute(
    db,
  );
  await sql`
    update history_people set is_chosen = false where company_id = ${company.id} and import_id = ${importId}
      and is_chosen and not person_key = any(${people.map(({ personKey }) => personKey)}::text[])`.execute(db);
}

type Step =
  | { state: 'checking'; task: 'check-history' }
  | { state: 'running'; task: 'run-history' }
  | { state: 'undoing'; task: 'undo-history' };

async function beginStep(ctx: CompanyContext, importId: string, { state, task }: Step): Promise<void> {
  const companyId = ctx.company.id;
  await ctx.db
    .updateTable('historyImports')
    .set({ state, problem: null, done: 0 })
    .where('companyId', '=', companyId)
    .where('id', '=', importId)
    .execute();
  const payload = JSON.stringify({ companyId, importId, actorId: ctx.person.id });
  await sql`select enqueue(${task}, ${payload}::json)`.execute(ctx.db);
  ctx.publishChange(companyId, 'imports');
}
