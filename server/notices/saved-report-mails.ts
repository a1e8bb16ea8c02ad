// Queues the mails of saved reports in the daily run: each is recorded as mailed in the transaction that adds its job, so that a
// killed process has done both or neither. The jobs contain only ids.

import { sql } from 'kysely';
import { z } from 'zod';
import { type Day, isDay } from '#domain/calendar.ts';
import { reportMailings } from '#domain/saved-reports.ts';
import type { Db } from '../request/context.ts';
import type { InCompany } from '../request/short-transactions.ts';

export const reportMailPayload = z.object({
  companyId: z.uuid(),
  reportId: z.uuid(),
  userId: z.uuid(),
  mailing: z.enum(reportMailings).exclude(['never']),
  /** The day of the daily run. */
  day: z.string().refine(isDay),
});
export type ReportMail = z.output<typeof reportMailPayload>;

type DueReports = { companyId: string; day: Day; mailings: readonly ReportMail['mailing'][] };

/** Each batch is a separate transaction, so that a company of ten thousand members does not block others. */
export async function mailReports(inCompany: InCompany, due: DueReports): Promise<void> {
  if (due.mailings.length === 0) return;
  while ((await inCompany(due.companyId, (db) => enqueueBatch(db, due))) === maxMailsAtOnce);
}

const maxMailsAtOnce = 500;

/** After all other mails, because a file takes longer to generate. */
const priority = 3;

async function enqueueBatch(db: Db, { companyId, day, mailings }: DueReports): Promise<number> {
  const { rows } = await sql<Omit<ReportMail, 'day'>>`
    with due as (
      select report_id, user_id from saved_report_choices
      where company_id = ${companyId} and mail = any(${[...mailings]}::text[]) and coalesce(mailed_on < ${day}::date, true)
      order by user_id, report_id limit ${maxMailsAtOnce} for update)
    update saved_report_choices c set mailed_on = ${day}::date from due
    where c.company_id = ${companyId} and c.report_id = due.report_id and c.user_id = due.user_id
    returning c.company_id, c.report_id, c.user_id, c.mail as mailing`.execute(db);
  if (rows.length === 0) return 0;
  const payloads = rows.map((row) => JSON.stringify({ ...row, day } satisfies ReportMail));
  await sql`select enqueue_many('send-report', ${payloads}::json[], ${priority}::smallint)`.execute(db);
  return rows.length;
}
