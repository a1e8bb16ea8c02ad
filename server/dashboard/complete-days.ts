// Days of which a worker said that nothing is missing. Only days that can still be called incomplete matter, so older ones are
// deleted whenever somebody adds one.

import type { completeDayEndpoints } from '#contract/complete-days.ts';
import { addDays, dayOf } from '#domain/calendar.ts';
import { completeDayRefusal, workingDaysRead } from '#domain/working-days.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureAllowed } from '../request/refused.ts';

export const completeDayHandlers: Handlers<typeof completeDayEndpoints> = {
  async markDayComplete(ctx, { companyId, day }) {
    const today = dayOf(ctx.now, ctx.company.timeZone);
    ensureAllowed(completeDayRefusal(day, today));
    await completeDaysOf(ctx).where('day', '<', addDays(today, -workingDaysRead)).execute();
    await ctx.db
      .insertInto('completeDays')
      .values({ companyId, userId: ctx.person.id, day })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    ctx.publishChange(companyId, 'dashboard');
    return null;
  },

  async unmarkDayComplete(ctx, { companyId, day }) {
    await completeDaysOf(ctx).where('day', '=', day).execute();
    ctx.publishChange(companyId, 'dashboard');
    return null;
  },
};

const completeDaysOf = ({ db, company, person }: CompanyContext) =>
  db.deleteFrom('completeDays').where('companyId', '=', company.id).where('userId', '=', person.id);
