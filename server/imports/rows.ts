// Reads imports and their rows. Counts are computed from the rows: stored ones could be wrong after a kill.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { importEndpoints, importRun } from '#contract/imports.ts';
import {
  importMailStates,
  importRetentionDays,
  importVerdicts,
  maxListedImports,
  problemVerdicts,
} from '#domain/imports.ts';
import { recordOf } from '#domain/record-of.ts';
import type { CompanyContext } from '../request/context.ts';
import { paginate } from '../request/paging.ts';
import { ensureFound } from '../request/refused.ts';

export async function listImportRuns(ctx: CompanyContext): Promise<z.input<typeof importRun>[]> {
  const since = new Date(ctx.now.getTime() - importRetentionDays * 24 * 60 * 60_000);
  const runs = await selectRuns(ctx)
    .where('i.createdAt', '>', since)
    .orderBy('i.id', 'desc')
    .limit(maxListedImports)
    .execute();
  return runs.map(runOf);
}

export async function getImportRun(ctx: CompanyContext, importId: string): Promise<z.input<typeof importRun>> {
  const run = await selectRuns(ctx).where('i.id', '=', importId).executeTakeFirst();
  return runOf(ensureFound(run, 'import.missing'));
}

type RowsQuery = Omit<z.output<typeof importEndpoints.listImportRows.input>, 'companyId' | 'importId'>;
type Rows = z.input<typeof importEndpoints.listImportRows.output>;

/** A page of the rows of an import; none if it does not exist in the company. */
export async function listImportRows(ctx: CompanyContext, importId: string, query: RowsQuery): Promise<Rows> {
  const { show } = query;
  const keys = [{ by: sql`r.line`, type: 'integer', direction: 'asc' }] as const;
  const paging = paginate(ctx, query, { name: `import ${importId}`, keys });
  const shown = { all: importVerdicts, invited: ['new'], problems: problemVerdicts } as const;
  const rows = ctx.db
    .selectFrom('importRows as r')
    .where('r.companyId', '=', ctx.company.id)
    .where('r.importId', '=', importId)
    .where('r.verdict', 'in', shown[show]);
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const onPage = await rows
    .leftJoin('invites as v', (join) => join.onRef('v.companyId', '=', 'r.companyId').onRef('v.id', '=', 'r.inviteId'))
    .select(['r.line', 'r.email', 'r.name', 'r.role', 'r.verdict', 'r.mail', 'v.role as grants'])
    .$call(paging.select)
    .execute();
  const { rows: shownRows, place } = paging.cut(onPage);
  return { rows: shownRows, total, ...place };
}

/** Invites that the company's imports created within a day, whatever their state now. */
export async function mailedToday({ db, company, now }: CompanyContext): Promise<number> {
  const { count } = await db
    .selectFrom('imports as i')
    .innerJoin('importRows as r', (join) =>
      join.onRef('r.companyId', '=', 'i.companyId').onRef('r.importId', '=', 'i.id'),
    )
    .where('i.companyId', '=', company.id)
    .where('i.createdAt', '>', new Date(now.getTime() - 24 * 60 * 60_000))
    .where('r.verdict', '=', 'new')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const countBy = (ctx: CompanyContext, column: 'verdict' | 'mail') => sql<Record<string, number>>`(
  select coalesce(jsonb_object_agg(c.word, c.count), '{}')
  from (select r.${sql.ref(column)} as word, count(*) as count from import_rows r
        where r.company_id = ${ctx.company.id} and r.import_id = i.id and r.${sql.ref(column)} is not null group by 1) c)`;

const selectRuns = (ctx: CompanyContext) =>
  ctx.db
    .selectFrom('imports as i')
    .innerJoin('users as u', 'u.id', 'i.startedBy')
    .where('i.companyId', '=', ctx.company.id)
    .select([
      'i.id',
      'i.fileName',
      'i.createdAt',
      'u.name as startedByName',
      countBy(ctx, 'verdict').as('verdicts'),
      countBy(ctx, 'mail').as('mails'),
    ]);

type Run = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>;

const runOf = ({ id, fileName, startedByName, createdAt, ...counted }: Run): z.input<typeof importRun> => ({
  id,
  fileName,
  startedByName,
  createdAt: createdAt.toISOString(),
  counts: withZeros(importVerdicts, counted.verdicts),
  mails: withZeros(importMailStates, counted.mails),
});

/** A count for every word, including zero. */
const withZeros = <Word extends string>(words: readonly Word[], counts: Record<string, number>): Record<Word, number> =>
  recordOf(words, (word) => counts[word] ?? 0);
