// The daily mails of a company, at seven in its time zone: pending worklogs to those who decide them, reminders of an empty week
// on the first day of the next, and saved reports of the week or month that is over. Members are processed in batches; the day
// recorded for each member (`sent_notices`) prevents a second mail of the day, even if processes are killed or several servers
// run the task.

import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, type Day, isDay, monthStart, weekStart } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import type { NoticeKind } from '#domain/notice-kinds.ts';
import { nilId } from '../db/ids.ts';
import { companyColumns } from '../request/company-facts.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/short-transactions.ts';
import { canAssignRoles, canDecideWorklog, hasNoDecider, isDecider } from './deciders.ts';
import { listEmptyWeeks } from './empty-weeks.ts';
import { enqueueNotices } from './enqueue.ts';
import type { NoticePayload } from './payload.ts';
import { mailReports } from './saved-report-mails.ts';
import { notifyStandIn } from './stand-in-mail.ts';

export const dailyMailPayload = z.object({
  companyId: z.uuid(),
  day: z.string().refine(isDay),
  isFirstOfWeek: z.boolean(),
  /** Absent in jobs of an earlier release. */
  isFirstOfMonth: z.boolean().default(false),
});
type DailyMail = z.input<typeof dailyMailPayload>;

/** Starts the daily run of a company unless it has started, and adds the job that sends the mails. */
export async function startDailyRun(db: Db, companyId: string, day: Day): Promise<void> {
  const company = await getCompany(db, companyId);
  const lastRun = await db.selectFrom('dailyRuns').select('day').where('companyId', '=', companyId).executeTakeFirst();
  const { rows } = await sql`
    insert into daily_runs (company_id, day) values (${companyId}, ${day})
    on conflict (company_id) do update set day = excluded.day where daily_runs.day < excluded.day
    returning day`.execute(db);
  if (rows.length === 0) return;
  if (lastRun) await notifyEndedStandIns(db, companyId, lastRun.day, day);
  const week = weekStart(day, company.weekStartsOn);
  const isFirstSince = (start: Day) => (lastRun === undefined ? day === start : lastRun.day < start);
  const isFirstOfMonth = isFirstSince(monthStart(day));
  const payload: DailyMail = { companyId, day, isFirstOfWeek: isFirstSince(week), isFirstOfMonth };
  await sql`select enqueue('send-daily-mail', ${JSON.stringify(payload)}::json)`.execute(db);
}

/** Stand-ins whose last day was since the previous run; in the transaction that starts this run, so that each is notified once. */
async function notifyEndedStandIns(db: Db, companyId: string, lastRunOn: Day, day: Day): Promise<void> {
  const rows = await db
    .selectFrom('standIns')
    .where('companyId', '=', companyId)
    .where('endedAt', 'is', null)
    .where('toDay', '>=', lastRunOn)
    .where('toDay', '<', day)
    .select(['id', 'approverId', 'standInId'])
    .execute();
  for (const { id, approverId, standInId } of rows)
    await notifyStandIn(db, { companyId, standInId: id, userIds: [approverId, standInId], hasEnded: true });
}

/** Each batch is a separate transaction, so that a company of ten thousand members does not block others. */
export async function sendDailyMail(
  inCompany: InCompany,
  { companyId, day, isFirstOfWeek, isFirstOfMonth }: DailyMail,
): Promise<void> {
  const company = await inCompany(companyId, (db) => getCompany(db, companyId));
  if (isPremium(company.seats))
    await mailReports(inCompany, {
      companyId,
      day,
      mailings: [...(isFirstOfWeek ? (['weekly'] as const) : []), ...(isFirstOfMonth ? (['monthly'] as const) : [])],
    });
  if (company.waitingMails === 'daily' && isPremium(company.seats))
    await inBatches((after) => inCompany(companyId, (db) => notifyPending(db, { companyId, day, after })));
  if (!company.emptyWeekMails || !isFirstOfWeek) return;
  const week = addDays(weekStart(day, company.weekStartsOn), -7);
  await inBatches((after) =>
    inCompany(companyId, async (db) => {
      const userIds = await listEmptyWeeks(db, company, { week, after, max: maxReadersAtOnce });
      const notYetSent = await recordSentNotices(
        db,
        { companyId, kind: 'empty-week', day: week },
        userIds.map(withoutDigest),
      );
      await enqueueNotices(
        db,
        userIds.filter((id) => notYetSent.has(id)).map((userId) => ({ kind: 'empty-week', companyId, userId, week })),
      );
      return lastOf(userIds);
    }),
  );
}

const maxReadersAtOnce = 500;

async function inBatches(sendBatch: (after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = nilId; after !== null; ) after = await sendBatch(after);
}

const lastOf = (userIds: readonly string[]): string | null =>
  userIds.length < maxReadersAtOnce ? null : (userIds.at(-1) ?? null);

const getCompany = (db: Db, companyId: string) =>
  db.selectFrom('companies').select(companyColumns).where('id', '=', companyId).executeTakeFirstOrThrow();

/** Nobody is notified twice of the same worklogs: `digest` identifies the set of pending worklogs and their versions. */
async function notifyPending(db: Db, { companyId, day, after }: { companyId: string; day: Day; after: string }) {
  const { rows } = await sql<{ userId: string; digest: string }>`
    select m.user_id, waits.digest from (
      select * from members m where m.company_id = ${companyId} and m.user_id > ${after} and ${isDecider}
      order by m.user_id limit ${maxReadersAtOnce}) m
    cross join lateral (
      select count(*) || ' ' || coalesce(sum(hashtextextended(w.id::text, w.version)), 0) as digest, count(*) as count
      from worklogs w
      where w.company_id = ${companyId} and w.status = 'pending'
        and (${canDecideWorklog(companyId, day)} or ${canAssignRoles} and ${hasNoDecider(companyId, day)})) waits
    order by m.user_id`.execute(db);
  const waiting = rows.filter(({ digest }) => !digest.startsWith('0 '));
  const notYetSent = await recordSentNotices(db, { companyId, kind: 'waiting', day }, waiting);
  const notices = waiting
    .filter(({ userId }) => notYetSent.has(userId))
    .map(({ userId }): NoticePayload => ({ kind: 'waiting', companyId, userId }));
  await enqueueNotices(db, notices);
  return lastOf(rows.map(({ userId }) => userId));
}

type SentNotice = { companyId: string; kind: Extract<NoticeKind, 'waiting' | 'empty-week'>; day: Day };
type Recipient = { userId: string; digest: string };

const withoutDigest = (userId: string): Recipient => ({ userId, digest: '' });

/** Records the notices; returns the people who had not been sent them yet. */
async function recordSentNotices(
  db: Db,
  { companyId, kind, day }: SentNotice,
  people: readonly Recipient[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const { rows } = await sql<{ userId: string }>`
    insert into sent_notices (company_id, user_id, kind, day, digest)
    select c.id, n.user_id, ${kind}, ${day}::date, n.digest
    from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ digest }) => digest)}::text[]) as n (user_id, digest)
    join companies c on c.id = ${companyId}
    order by n.user_id
    on conflict (company_id, user_id, kind) do update set day = excluded.day, digest = excluded.digest
      where sent_notices.day < excluded.day and (excluded.digest = '' or sent_notices.digest <> excluded.digest)
    returning user_id`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}
