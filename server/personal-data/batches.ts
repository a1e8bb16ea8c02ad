// The long lists in a person's data download: their worklogs with history, receipts, decisions. Read in small batches in the order
// of ids, so that memory does not grow with their number.

import { apiPrefix } from '#contract/index.ts';
import type { PersonalData } from '#contract/personal-data.ts';
import { decisions } from '#domain/worklogs.ts';
import { isJsonObject } from '../http/strict-json.ts';
import type { PersonContext } from '../request/context.ts';
import { setCurrentCompany } from '../request/tenant.ts';
import { plainColumns, tagNamesOf, worklogsWithTask } from '../worklogs/joins.ts';

export const batchSize = 500;

export type BatchStart = { companyId: string; after: string };

export type Batch<T> = { rows: T[]; last: string | null };

type OwnWorklog = PersonalData['worklogs'][number];
type OwnReceipt = PersonalData['receipts'][number];
type Event = PersonalData['auditEvents'][number];
type OwnDecision = PersonalData['decisions'][number];

export async function readWorklogs(ctx: PersonContext, { companyId, after }: BatchStart): Promise<Batch<OwnWorklog>> {
  await setCurrentCompany(ctx.db, companyId);
  const rows = await worklogsWithTask(ctx.db)
    .leftJoin('users as enterer', 'enterer.id', 'w.enteredBy')
    .leftJoin('users as reviewer', 'reviewer.id', 'w.reviewerId')
    .leftJoin('users as delegator', 'delegator.id', 'w.reviewedFor')
    .where('w.companyId', '=', companyId)
    .where('w.workerId', '=', ctx.person.id)
    .where('w.id', '>', after)
    .select(plainColumns)
    .select(['w.id', 'w.kind', 'w.status', 'w.version', 'w.submittedAt', 'w.reviewedAt', 'w.reviewNotes'])
    .select(['p.name as projectName', 'p.colour', 't.name as taskName', 'reviewer.name as reviewerName'])
    .select(['enterer.name as enteredByName', 'delegator.name as reviewedForName', tagNamesOf(companyId).as('tags')])
    .orderBy('w.id')
    .limit(batchSize)
    .execute();
  const histories = await readHistories(
    ctx,
    companyId,
    rows.map(({ id }) => id),
  );
  const worklogs = rows.map(
    (row): OwnWorklog => ({
      companyId,
      ...row,
      startsAt: row.startsAt?.toISOString() ?? null,
      endsAt: row.endsAt?.toISOString() ?? null,
      submittedAt: row.submittedAt.toISOString(),
      reviewedAt: row.reviewedAt?.toISOString() ?? null,
      history: histories.get(row.id) ?? [],
    }),
  );
  return { rows: worklogs, last: lastOf(rows) };
}

async function readHistories({ db }: PersonContext, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, OwnWorklog['history']>();
  const rows = await db
    .selectFrom('worklogEvents as e')
    .innerJoin('users as u', 'u.id', 'e.actorId')
    .leftJoin('users as delegator', 'delegator.id', 'e.onBehalfOf')
    .where('e.companyId', '=', companyId)
    .where('e.worklogId', 'in', ids)
    .select(['e.worklogId', 'e.at', 'e.move', 'u.name as actorName', 'e.version', 'e.notes', 'e.changes'])
    .select(['e.rowValues', 'delegator.name as onBehalfOfName'])
    .orderBy('e.worklogId')
    .orderBy('e.version')
    .execute();
  const histories = new Map<string, OwnWorklog['history']>();
  for (const { worklogId, at, changes, rowValues, ...event } of rows) {
    const history = histories.get(worklogId) ?? [];
    history.push({
      ...event,
      at: at.toISOString(),
      changes: isJsonObject(changes) ? changes : {},
      values: isJsonObject(rowValues) ? rowValues : null,
    });
    histories.set(worklogId, history);
  }
  return histories;
}

export async function readReceipts(ctx: PersonContext, { companyId, after }: BatchStart): Promise<Batch<OwnReceipt>> {
  await setCurrentCompany(ctx.db, companyId);
  const rows = await ctx.db
    .selectFrom('receipts')
    .where('companyId', '=', companyId)
    .where('workerId', '=', ctx.person.id)
    .where('id', '>', after)
    .select(['id', 'worklogId', 'fileName as name', 'type', 'bytes', 'sha256', 'uploadedAt', 'removedAt'])
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const receipts = rows.map(
    ({ id, sha256, uploadedAt, removedAt, ...row }): OwnReceipt => ({
      companyId,
      ...row,
      sha256: sha256.toString('hex'),
      uploadedAt: uploadedAt.toISOString(),
      removedAt: removedAt?.toISOString() ?? null,
      address: `${ctx.config.baseUrl}${apiPrefix}/companies/${companyId}/receipts/${id}`,
    }),
  );
  return { rows: receipts, last: lastOf(rows) };
}

export async function readDecisions(ctx: PersonContext, { companyId, after }: BatchStart): Promise<Batch<OwnDecision>> {
  await setCurrentCompany(ctx.db, companyId);
  const rows = await ctx.db
    .selectFrom('worklogEvents')
    .where('companyId', '=', companyId)
    .where('actorId', '=', ctx.person.id)
    .where('move', 'in', [...decisions, 'enter'])
    .where('id', '>', after)
    .select(['id', 'worklogId', 'move', 'at', 'notes'])
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const listed = rows.map(({ id: _, at, ...row }): OwnDecision => ({ companyId, ...row, at: at.toISOString() }));
  return { rows: listed, last: lastOf(rows) };
}

/** What the person did, and what happened to them, without the names of others. */
export async function readAuditEvents(ctx: PersonContext, { companyId, after }: BatchStart): Promise<Batch<Event>> {
  await setCurrentCompany(ctx.db, companyId);
  const rows = await ctx.db
    .selectFrom('auditEvents')
    .where('companyId', '=', companyId)
    .where((eb) => eb.or([eb('actorId', '=', ctx.person.id), eb('subjectId', '=', ctx.person.id)]))
    .where('id', '>', after)
    .select(['id', 'kind', 'at', 'actorId', 'about', 'fromValue as from', 'toValue as to'])
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const listed = rows.map(
    ({ id: _, at, actorId, ...row }): Event => ({
      companyId,
      ...row,
      at: at.toISOString(),
      isOwn: actorId === ctx.person.id,
    }),
  );
  return { rows: listed, last: lastOf(rows) };
}

/** The id to continue after; null after the last batch. */
const lastOf = (rows: readonly { id: string }[]): string | null =>
  rows.length < batchSize ? null : (rows.at(-1)?.id ?? null);
