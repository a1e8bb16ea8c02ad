// Putting a rejected worklog of a locked period aside. It is no move: the worklog stays as it is, for everybody else as well.

import type { z } from 'zod';
import type { worklogEndpoints } from '#contract/worklogs.ts';
import { dismissalRefusal, staleRefusal } from '#domain/worklogs.ts';
import { holdCompanyFacts } from '../request/company-facts.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureAllowed } from '../request/refused.ts';
import { getWorklogRow, lockWorklogs } from './rows.ts';

export async function dismissWorklog(
  asked: CompanyContext,
  { worklogId, version }: z.output<typeof worklogEndpoints.dismissWorklog.input>,
): Promise<null> {
  const ctx = await holdCompanyFacts(asked);
  await lockWorklogs(ctx, [worklogId]);
  const row = await getWorklogRow(ctx, worklogId, 'worklogs.submit');
  ensureAllowed(staleRefusal(version, row.version));
  ensureAllowed(dismissalRefusal({ ...row, lockedUntil: ctx.company.lockedUntil }));
  await ctx.db
    .updateTable('worklogs')
    .set({ dismissedVersion: version })
    .where('companyId', '=', ctx.company.id)
    .where('id', '=', worklogId)
    .execute();
  ctx.changedFor({ companyId: ctx.company.id, userId: ctx.person.id }, 'dashboard');
  return null;
}
