// Payroll: the worklogs of a period by worker, and closing it. Read in one snapshot, so that days, tasks and totals agree.
// Closing waits for every submission that has begun and keeps the next ones waiting: what it counts is what it locks.

import type { payrollEndpoints } from '#contract/payroll.ts';
import { dayOf } from '#domain/calendar.ts';
import { closingRefusal, pendingRefusal } from '#domain/payroll.ts';
import { scopeOf } from '#domain/permissions.ts';
import { rangeRefusal } from '#domain/report-ranges.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import type { CompanyContext } from './context.ts';
import { countPending } from './payroll/pending.ts';
import { amountsOf, workersOf } from './payroll/workers.ts';
import type { Handlers } from './pipeline.ts';
import { ensureAllowed } from './refused.ts';
import { partsBy } from './reports/parts.ts';
import { lockOwnCompany } from './seats.ts';

export const payrollHandlers: Handlers<typeof payrollEndpoints> = {
  async getPayroll(ctx, { companyId: _, page, pageSize, ...period }) {
    ensureAllowed(rangeRefusal(period, todayOf(ctx)));
    const filter = { ...period, statuses: [...worklogStatuses] };
    const parts = await partsBy(ctx, ['worker'], { action: 'reports.read', filter });
    const shown = { skip: (page - 1) * pageSize, most: pageSize };
    const workers = await workersOf(ctx, filter, parts, shown);
    return {
      totals: { workers: new Set(parts.map(({ worker }) => worker)).size, ...amountsOf(parts) },
      workers,
      page,
      pageSize,
      closing: await closingOf(ctx, period.to),
    };
  },

  async closePayroll(ctx, { companyId, until, pending: shown }) {
    await lockOwnCompany(ctx);
    const { lockedUntil } = await ctx.db
      .selectFrom('companies')
      .select('lockedUntil')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    ensureAllowed(closingRefusal(until, { today: todayOf(ctx), lockedUntil }));
    const { pending } = await countPending(ctx, until);
    ensureAllowed(pendingRefusal(shown, pending));
    await ctx.db
      .updateTable('companies')
      .set((eb) => ({ lockedUntil: until, version: eb('version', '+', 1) }))
      .where('id', '=', companyId)
      .execute();
    ctx.changed(companyId, 'session', 'companies', 'worklogs', 'reports', 'dashboard');
    return { lockedUntil: until, pending };
  },
};

const todayOf = ({ now, company }: CompanyContext) => dayOf(now, company.timeZone);

async function closingOf(ctx: CompanyContext, to: string) {
  if (scopeOf(ctx.company.role, 'company.update') === 'none') return null;
  const { lockedUntil } = ctx.company;
  const refusal = closingRefusal(to, { today: todayOf(ctx), lockedUntil });
  return { lockedUntil, ...(await countPending(ctx, to)), close: refusal?.code ?? (true as const) };
}
