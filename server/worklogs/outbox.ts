// Records, in the transaction of a move, that somebody is to be notified: the notice exists if and only if the move happened.
// Called wherever a move writes its event. Only inserts rows, so transactions do not block each other here.

import { sql } from 'kysely';
import { isNotified, type Move } from '#domain/worklogs.ts';
import { newId } from '../db/ids.ts';
import type { CompanyContext } from '../request/context.ts';

type MadeMove = { worklogId: string; move: Move; version: number };

export async function recordNotices(ctx: CompanyContext, moves: readonly MadeMove[]): Promise<void> {
  const decisions = moves.filter(({ move }) => isNotified('worker', move));
  const waiting = moves.filter(({ move }) => isNotified('deciders', move));
  await insertNotices(ctx, 'decisions', decisions);
  // The settings `daily` and `never` need no notice: the daily run finds pending worklogs by their status.
  if (ctx.company.waitingMails === 'at-once') await insertNotices(ctx, 'waiting', waiting);
}

async function insertNotices(
  { db, company }: CompanyContext,
  kind: 'decisions' | 'waiting',
  moves: readonly MadeMove[],
) {
  if (moves.length === 0) return;
  await sql`
    insert into notices (company_id, id, kind, user_id, worklog_id, version)
    select w.company_id, n.id, ${kind}, case when ${kind} = 'decisions' then w.worker_id end, w.id, n.version
    from unnest(${moves.map(() => newId())}::uuid[], ${moves.map(({ worklogId }) => worklogId)}::uuid[],
      ${moves.map(({ version }) => version)}::integer[]) as n (id, worklog_id, version)
    join worklogs w on w.company_id = ${company.id} and w.id = n.worklog_id`.execute(db);
}
