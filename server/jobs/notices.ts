// Scheduled jobs that find what is due, by the clock of the database: outbox windows that are over, companies whose daily mails
// are due, budgets to be checked. The work itself is done per company in short transactions; a failing company does not delay
// the others.

import type { Pool } from 'pg';
import type { Day } from '#domain/calendar.ts';
import {
  dailyMailDay,
  decisionQuietMinutes,
  maxDecisionDelayMinutes,
  waitingNoticeDelayMinutes,
} from '#domain/notices.ts';
import type { Log } from '../log.ts';
import { enqueueBudgetAlerts } from '../notices/budget-alerts.ts';
import { startDailyRun } from '../notices/daily-mail.ts';
import { enqueueDecisionNotices, enqueueWaitingNotices } from '../notices/gather.ts';
import type { DatabaseHandle } from '../request/context.ts';
import { shortTransactions } from '../request/short-transactions.ts';

type Parts = { ownerPool: Pool; app: DatabaseHandle; log: Log };

/** Per run; the rest is done in the next run, a minute later. */
const maxNoticesPerRun = 1_000;

export async function gatherDueNotices({ ownerPool, app, log }: Parts): Promise<void> {
  const { rows } = await ownerPool.query<{ companyId: string; kind: string; userId: string | null }>(
    `select company_id as "companyId", kind, user_id as "userId" from notices
     group by company_id, kind, user_id
     having case kind
       when 'decisions' then max(created_at) <= now() - make_interval(mins => $1)
         or min(created_at) <= now() - make_interval(mins => $2)
       else min(created_at) <= now() - make_interval(mins => $3)
     end
     order by min(created_at) limit $4`,
    [decisionQuietMinutes, maxDecisionDelayMinutes, waitingNoticeDelayMinutes, maxNoticesPerRun],
  );
  const inCompany = shortTransactions(app);
  for (const { companyId, userId } of rows)
    await inCompany(companyId, (db, now) =>
      userId === null ? enqueueWaitingNotices(db, companyId, now) : enqueueDecisionNotices(db, companyId, userId),
    ).catch(logFailure(log, { companyId }));
}

/** Budgets whose use or amount has changed. */
export async function checkBudgets({ ownerPool, app, log }: Parts): Promise<void> {
  const { rows } = await ownerPool.query<{ id: string }>('select distinct company_id as id from budget_checks');
  const inCompany = shortTransactions(app);
  for (const { id } of rows)
    await inCompany(id, (db) => enqueueBudgetAlerts(db, id)).catch(logFailure(log, { companyId: id }));
}

export async function scheduleDailyMail({ ownerPool, app, log }: Parts): Promise<void> {
  const inCompany = shortTransactions(app);
  const { rows: zones } = await ownerPool.query<{ zone: string; now: Date }>(
    'select distinct time_zone as zone, now() as now from companies',
  );
  for (const { zone, now } of zones) {
    const day = dayInZone(zone, now, log);
    if (day === null) continue;
    for (const companyId of await listDueCompanies(ownerPool, zone, day))
      await inCompany(companyId, (db) => startDailyRun(db, companyId, day)).catch(logFailure(log, { companyId }));
  }
}

/** A zone that this version of Node does not know stops only the mails of its companies. */
function dayInZone(zone: string, now: Date, log: Log): Day | null {
  try {
    return dailyMailDay(now, zone);
  } catch (error) {
    logFailure(log, { zone })(error);
    return null;
  }
}

/** Companies of a time zone without a run for the day. If the server was down at seven, the run starts later on the same day. */
async function listDueCompanies(ownerPool: Pool, zone: string, day: Day): Promise<string[]> {
  const { rows } = await ownerPool.query<{ id: string }>(
    `select c.id from companies c left join daily_runs r on r.company_id = c.id
     where c.time_zone = $1 and (r.day is null or r.day < $2) order by c.id`,
    [zone, day],
  );
  return rows.map(({ id }) => id);
}

const logFailure = (log: Log, of: { companyId: string } | { zone: string }) => (error: unknown) =>
  log.warn({ ...of, error: error instanceof Error ? error.message : String(error) }, 'notices could not be prepared');
