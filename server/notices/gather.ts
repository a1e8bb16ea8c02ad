// Turns notices of the outbox into mail jobs: deletes the notices of one window and adds the jobs, in one transaction, so that
// a killed process has done all or nothing. The current state decides: nobody is notified of a decision that was reverted, or
// answered by an amended worklog.

import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import { moveToNotify, type NoticeFacts, type NoticeMove } from '#domain/notices.ts';
import { notifiedMoves } from '#domain/worklogs.ts';
import type { Db } from '../request/context.ts';
import { canAssignRoles, canDecideWorklog, hasNoDecider, isDecider } from './deciders.ts';
import { enqueueNotices } from './enqueue.ts';

/** Notifies the worker of all decisions since the last mail. */
export async function enqueueDecisionNotices(db: Db, companyId: string, userId: string): Promise<void> {
  const { rows } = await sql<{ worklogId: string; version: number }>`
    delete from notices where company_id = ${companyId} and kind = 'decisions' and user_id = ${userId}
    returning worklog_id, version`.execute(db);
  if (rows.length === 0) return;
  const factsByWorklog = await readNoticeFacts(db, companyId, rows);
  const worklogs = [...factsByWorklog].flatMap(([id, facts]) => {
    const move = moveToNotify(facts);
    return move ? [{ id, version: move.version }] : [];
  });
  if (worklogs.length > 0) await enqueueNotices(db, [{ kind: 'decisions', companyId, userId, worklogs }]);
}

/** Notifies everybody who may decide a worklog that was submitted since the last mails. */
export async function enqueueWaitingNotices(db: Db, companyId: string, now: Date): Promise<void> {
  const { rows: notices } = await sql<{ worklogId: string }>`
    delete from notices where company_id = ${companyId} and kind = 'waiting' returning worklog_id`.execute(db);
  if (notices.length === 0) return;
  const { timeZone } = await db
    .selectFrom('companies')
    .select('timeZone')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  const today = dayOf(now, timeZone);
  const ids = [...new Set(notices.map(({ worklogId }) => worklogId))];
  const { rows: deciders } = await sql<{ userId: string }>`
    select m.user_id from members m
    where m.company_id = ${companyId} and ${isDecider} and exists (
      select from worklogs w
      where w.company_id = ${companyId} and w.id = any(${ids}::uuid[]) and w.status = 'pending'
        and (${canDecideWorklog(companyId, today)} or ${canAssignRoles} and ${hasNoDecider(companyId, today)}))
    order by m.user_id`.execute(db);
  await enqueueNotices(
    db,
    deciders.map(({ userId }) => ({ kind: 'waiting', companyId, userId })),
  );
}

type NoticeRow = { worklogId: string; version: number };
type MoveRow = NoticeRow & { move: string; at: Date; now: number };

/** The recorded moves, the move before the first of them, and the current version of the worklog. */
async function readNoticeFacts(
  db: Db,
  companyId: string,
  notices: readonly NoticeRow[],
): Promise<Map<string, NoticeFacts>> {
  const first = new Map<string, number>();
  for (const { worklogId, version } of notices)
    first.set(worklogId, Math.min(version, first.get(worklogId) ?? Number.POSITIVE_INFINITY));
  const { rows } = await sql<MoveRow>`
    select e.worklog_id, e.version, e.move, e.at, w.version as now
    from unnest(${[...first.keys()]}::uuid[], ${[...first.values()]}::integer[]) as n (worklog_id, first)
    join worklogs w on w.company_id = ${companyId} and w.id = n.worklog_id
    join worklog_events e on e.company_id = w.company_id and e.worklog_id = w.id and e.version >= n.first - 1
    order by e.worklog_id, e.version`.execute(db);
  const isNoted = new Set(notices.map(({ worklogId, version }) => `${worklogId} ${version}`));
  const factsByWorklog = new Map<string, NoticeFacts>();
  for (const [worklogId, moves] of Map.groupBy(rows, (row) => row.worklogId)) {
    const before = moves.find(({ version }) => version < (first.get(worklogId) ?? 0)) ?? null;
    const notified = moves.filter(({ version }) => isNoted.has(`${worklogId} ${version}`)).flatMap(toNotifiedMove);
    const isAnswered = moves.some(({ move }) => move === 'amend' || move === 'withdraw');
    factsByWorklog.set(worklogId, { moves: notified, before, isAnswered, version: moves[0]?.now ?? 0 });
  }
  return factsByWorklog;
}

function toNotifiedMove({ move, version, at }: MoveRow): NoticeMove[] {
  const notified = notifiedMoves.find((one) => one === move);
  return notified ? [{ move: notified, version, at }] : [];
}
