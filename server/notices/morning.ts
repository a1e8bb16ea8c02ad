// What a company is told once a day, at seven by its own clock: what waits for whom, on the first morning of a week whose week
// stayed empty, and the saved reports of a week or month that is over. The people are gone through in batches; the day noted for each (`told`) makes a second mail of the day
// impossible, whoever is killed and however many servers run the same task.

import { sql } from 'kysely';
import { z } from 'zod';
import { addDays, type Day, isDay, monthStart, weekStart } from '#domain/calendar.ts';
import { isPremium } from '#domain/companies.ts';
import type { MailKind } from '#domain/emails.ts';
import { companyColumns } from '../request/company-facts.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/two-phase.ts';
import { mailReports } from '../saved-reports/mailing.ts';
import { isNobodys, mayAppoint, mayDecide, mightDecide } from './deciders.ts';
import { listEmptyWeeks } from './empty-weeks.ts';
import { enqueueNotices, type NoticePayload } from './payload.ts';
import { tellOfStandIn } from './stand-in-letter.ts';

export const morningPayload = z.object({
  companyId: z.uuid(),
  day: z.string().refine(isDay),
  isFirstOfWeek: z.boolean(),
  /** Absent in jobs of before. */
  isFirstOfMonth: z.boolean().default(false),
});
type Morning = z.input<typeof morningPayload>;

/** Begins the morning of a company unless it has begun; the job that does the rest is then certain. */
export async function beginMorning(db: Db, companyId: string, day: Day): Promise<void> {
  const company = await getCompany(db, companyId);
  const before = await db.selectFrom('mornings').select('day').where('companyId', '=', companyId).executeTakeFirst();
  const { rows } = await sql`
    insert into mornings (company_id, day) values (${companyId}, ${day})
    on conflict (company_id) do update set day = excluded.day where mornings.day < excluded.day
    returning day`.execute(db);
  if (rows.length === 0) return;
  if (before) await tellOfOverStandIns(db, companyId, before.day, day);
  const week = weekStart(day, company.weekStartsOn);
  const isFirstSince = (start: Day) => (before === undefined ? day === start : before.day < start);
  const isFirstOfMonth = isFirstSince(monthStart(day));
  const morning: Morning = { companyId, day, isFirstOfWeek: isFirstSince(week), isFirstOfMonth };
  await sql`select enqueue('tell-in-the-morning', ${JSON.stringify(morning)}::json)`.execute(db);
}

/** Those whose last day was since the morning before; with the beginning of this one, so each is told once. */
async function tellOfOverStandIns(db: Db, companyId: string, lastMorning: Day, day: Day): Promise<void> {
  const rows = await db
    .selectFrom('standIns')
    .where('companyId', '=', companyId)
    .where('endedAt', 'is', null)
    .where('toDay', '>=', lastMorning)
    .where('toDay', '<', day)
    .select(['id', 'approverId', 'standInId'])
    .execute();
  for (const { id, approverId, standInId } of rows)
    await tellOfStandIn(db, { companyId, standInId: id, userIds: [approverId, standInId], hasEnded: true });
}

/** Each batch is a transaction of its own: a company of ten thousand holds nobody up. */
export async function tellInTheMorning(
  inCompany: InCompany,
  { companyId, day, isFirstOfWeek, isFirstOfMonth }: Morning,
): Promise<void> {
  const company = await inCompany(companyId, (db) => getCompany(db, companyId));
  if (isPremium(company.seats))
    await mailReports(inCompany, {
      companyId,
      day,
      mailings: [...(isFirstOfWeek ? (['weekly'] as const) : []), ...(isFirstOfMonth ? (['monthly'] as const) : [])],
    });
  if (company.waitingMails === 'daily' && isPremium(company.seats))
    await inBatches((after) => inCompany(companyId, (db) => tellOfWaiting(db, { companyId, day, after })));
  if (!company.emptyWeekMails || !isFirstOfWeek) return;
  const week = addDays(weekStart(day, company.weekStartsOn), -7);
  await inBatches((after) =>
    inCompany(companyId, async (db) => {
      const userIds = await listEmptyWeeks(db, company, { week, after, most: batchSize });
      const isNew = await noteTold(db, { companyId, kind: 'empty-week', day: week }, userIds.map(plainly));
      await enqueueNotices(
        db,
        userIds.filter((id) => isNew.has(id)).map((userId) => ({ kind: 'empty-week', companyId, userId, week })),
      );
      return lastOf(userIds);
    }),
  );
}

const batchSize = 500;

/** Before every id. */
const firstId = '00000000-0000-0000-0000-000000000000';

async function inBatches(tell: (after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = firstId; after !== null; ) after = await tell(after);
}

const lastOf = (userIds: readonly string[]): string | null =>
  userIds.length < batchSize ? null : (userIds.at(-1) ?? null);

const getCompany = (db: Db, companyId: string) =>
  db.selectFrom('companies').select(companyColumns).where('id', '=', companyId).executeTakeFirstOrThrow();

/** Nobody hears twice of the very same worklogs: `mark` tells one waiting set from another, whatever their order. */
async function tellOfWaiting(db: Db, { companyId, day, after }: { companyId: string; day: Day; after: string }) {
  const { rows } = await sql<{ userId: string; mark: string }>`
    select m.user_id, waits.mark from (
      select * from members m where m.company_id = ${companyId} and m.user_id > ${after} and ${mightDecide}
      order by m.user_id limit ${batchSize}) m
    cross join lateral (
      select count(*) || ' ' || coalesce(sum(hashtextextended(w.id::text, w.version)), 0) as mark, count(*) as count
      from worklogs w
      where w.company_id = m.company_id and w.status = 'pending'
        and (${mayDecide(day)} or ${mayAppoint} and ${isNobodys(day)})) waits
    order by m.user_id`.execute(db);
  const waiting = rows.filter(({ mark }) => !mark.startsWith('0 '));
  const isNew = await noteTold(db, { companyId, kind: 'waiting', day }, waiting);
  const notices = waiting
    .filter(({ userId }) => isNew.has(userId))
    .map(({ userId }): NoticePayload => ({ kind: 'waiting', companyId, userId }));
  await enqueueNotices(db, notices);
  return lastOf(rows.map(({ userId }) => userId));
}

type Told = { companyId: string; kind: Extract<MailKind, 'waiting' | 'empty-week'>; day: Day };
type Person = { userId: string; mark: string };

const plainly = (userId: string): Person => ({ userId, mark: '' });

/** Those who had not been told of it yet. */
async function noteTold(
  db: Db,
  { companyId, kind, day }: Told,
  people: readonly Person[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const { rows } = await sql<{ userId: string }>`
    insert into told (company_id, user_id, kind, day, mark)
    select ${companyId}, n.user_id, ${kind}, ${day}::date, n.mark
    from unnest(${people.map(({ userId }) => userId)}::uuid[], ${people.map(({ mark }) => mark)}::text[]) as n (user_id, mark)
    order by n.user_id
    on conflict (company_id, user_id, kind) do update set day = excluded.day, mark = excluded.mark
      where told.day < excluded.day and (excluded.mark = '' or told.mark <> excluded.mark)
    returning user_id`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}
