// From the morning of a company to the mails of its saved reports: each is noted as mailed in the transaction that puts its job
// into the queue, so that a process killed in between has done neither or both. The jobs carry ids only.

import { sql } from 'kysely';
import { z } from 'zod';
import { type Day, isDay } from '#domain/calendar.ts';
import { reportMailings } from '#domain/saved-reports.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/two-phase.ts';

export const reportMailPayload = z.object({
  companyId: z.uuid(),
  reportId: z.uuid(),
  userId: z.uuid(),
  mailing: z.enum(reportMailings).exclude(['never']),
  /** The morning for which it is written. */
  day: z.string().refine(isDay),
});
export type ReportMail = z.output<typeof reportMailPayload>;

type Morning = { companyId: string; day: Day; mailings: readonly ReportMail['mailing'][] };

/** Each batch is a transaction of its own: a company of ten thousand holds nobody up. */
export async function mailReports(inCompany: InCompany, morning: Morning): Promise<void> {
  if (morning.mailings.length === 0) return;
  while ((await inCompany(morning.companyId, (db) => enqueueBatch(db, morning))) === batchSize);
}

const batchSize = 500;

/** Behind all other mails: a file takes longer to write than a letter. */
const priority = 3;

async function enqueueBatch(db: Db, { companyId, day, mailings }: Morning): Promise<number> {
  const { rows } = await sql<Omit<ReportMail, 'day'>>`
    with due as (
      select report_id, user_id from saved_report_choices
      where company_id = ${companyId} and mail = any(${[...mailings]}::text[]) and coalesce(mailed_on < ${day}::date, true)
      order by user_id, report_id limit ${batchSize} for update)
    update saved_report_choices c set mailed_on = ${day}::date from due
    where c.company_id = ${companyId} and c.report_id = due.report_id and c.user_id = due.user_id
    returning c.company_id, c.report_id, c.user_id, c.mail as mailing`.execute(db);
  if (rows.length === 0) return 0;
  const payloads = rows.map((row) => JSON.stringify({ ...row, day } satisfies ReportMail));
  await sql`select enqueue_many('send-report', ${payloads}::json[], ${priority}::smallint)`.execute(db);
  return rows.length;
}
