// Payroll: the worklogs of a period by worker, and closing the period. Read in one snapshot, so that days, tasks and totals agree.
// Closing waits for running submissions and blocks new ones: it counts exactly what it locks.

import { sql } from 'kysely';
import type { payrollEndpoints } from '#contract/payroll.ts';
import { addDays, type Day } from '#domain/calendar.ts';
import { closePeriodRefusal, pendingCountRefusal } from '#domain/payroll.ts';
import { isAllowed } from '#domain/permissions.ts';
import { rangeRefusal } from '#domain/report-ranges.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { recordLockMove } from '../companies/events.ts';
import { lockOwnCompany } from '../members/seats.ts';
import { partsBy } from '../reports/parts.ts';
import { type CompanyContext, todayOf } from '../request/context.ts';
import { paginate } from '../request/paging.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed, refused } from '../request/refused.ts';
import { findExports, storeExport } from './exports.ts';
import { amountsOf, payrollSortKeys, workersOf } from './workers.ts';

export const payrollHandlers: Handlers<typeof payrollEndpoints> = {
  async getPayroll(ctx, input) {
    const { companyId: _, page: __, pageSize: ___, cursor: ____, ...period } = input;
    const paging = paginate(ctx, input, { name: 'payroll', keys: payrollSortKeys });
    ensureAllowed(rangeRefusal(period, todayOf(ctx)));
    const filter = { ...period, statuses: [...worklogStatuses] };
    const parts = await partsBy(ctx, ['worker'], { action: 'reports.read', filter });
    const exports = await findExports(ctx, { ...period });
    const { workers, place } = await workersOf(ctx, filter, { parts, exports }, paging);
    const counted = new Set([...parts.map(({ worker }) => worker), ...exports.workers]);
    return {
      totals: { workers: counted.size, ...amountsOf(parts) },
      workers,
      ...place,
      closing: await closingOf(ctx, period.to),
    };
  },

  async closePayroll(ctx, { companyId, from, until, pending: shown }) {
    await lockOwnCompany(ctx);
    const { lockedUntil } = await ctx.db
      .selectFrom('companies')
      .select('lockedUntil')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    ensureAllowed(closePeriodRefusal(until, { today: todayOf(ctx), lockedUntil }));
    if (from !== undefined && from > until) throw refused('range.backwards', { path: 'from' });
    const { pending } = await countPending(ctx, until);
    ensureAllowed(pendingCountRefusal(shown, pending));
    const period = { from: from ?? (await firstOpenDay(ctx, { lockedUntil, until })), to: until };
    await storeExport(ctx, { ...period, kind: 'closed', workerIds: null, at: ctx.now });
    await recordLockMove(ctx, { from: lockedUntil, to: until, kind: 'payroll-closed' });
    await ctx.db
      .updateTable('companies')
      .set((eb) => ({ lockedUntil: until, version: eb('version', '+', 1) }))
      .where('id', '=', companyId)
      .execute();
    ctx.publishChange(companyId, 'session', 'companies', 'worklogs', 'reports', 'dashboard');
    return { lockedUntil: until, pending };
  },
};

/** Without a first day, the period begins after the previous one, or with the first worklog. */
async function firstOpenDay(
  { db, company }: CompanyContext,
  { lockedUntil, until }: { lockedUntil: Day | null; until: Day },
): Promise<Day> {
  if (lockedUntil !== null) return addDays(lockedUntil, 1);
  const { first } = await db
    .selectFrom('worklogs')
    .where('companyId', '=', company.id)
    .where('status', '<>', 'deleted')
    .where('day', '<=', until)
    .select(({ fn }) => fn.min<Day | null>('day').as('first'))
    .executeTakeFirstOrThrow();
  return first ?? until;
}

async function closingOf(ctx: CompanyContext, to: string) {
  if (!isAllowed(ctx.company, 'company.update')) return null;
  const { lockedUntil } = ctx.company;
  const refusal = closePeriodRefusal(to, { today: todayOf(ctx), lockedUntil });
  return { lockedUntil, ...(await countPending(ctx, to)), close: refusal?.code ?? (true as const) };
}

/** Pending worklogs of the whole company up to a day; after closing the period they can be decided but no longer amended. */
const countPending = ({ db, company }: CompanyContext, until: Day) =>
  db
    .selectFrom('worklogs')
    .where('companyId', '=', company.id)
    .where('status', '=', 'pending')
    .where('day', '<=', until)
    .select([sql<number>`count(*)`.as('pending'), sql<Day | null>`min(day)`.as('oldestPendingOn')])
    .executeTakeFirstOrThrow();
