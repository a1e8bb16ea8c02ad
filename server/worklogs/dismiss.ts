// Dismisses a rejected worklog of a locked period from the worker's to-dos. Not a move: the worklog itself does not change.

import type { z } from 'zod';
import type { worklogEndpoints } from '#contract/worklogs.ts';
import { dismissRefusal, staleVersionRefusal } from '#domain/worklogs.ts';
import type { CompanyContext } from '../request/context.ts';
import { ensureAllowed } from '../request/refused.ts';
import { lockFactsToLog } from './conflicts.ts';
import { getWorklogRow, lockWorklogs } from './rows.ts';

export async function dismissWorklog(
  ctx: CompanyContext,
  { worklogId, version }: z.output<typeof worklogEndpoints.dismissWorklog.input>,
): Promise<null> {
  const locked = await lockFactsToLog(ctx);
  await lockWorklogs(locked, [worklogId]);
  const row = await getWorklogRow(locked, worklogId, 'worklogs.submit');
  ensureAllowed(staleVersionRefusal(version, row.version));
  ensureAllowed(dismissRefusal({ ...row, lockedUntil: locked.company.lockedUntil }));
  await locked.db
    .updateTable('worklogs')
    .set({ dismissedVersion: version })
    .where('companyId', '=', locked.company.id)
    .where('id', '=', worklogId)
    .execute();
  locked.changedFor({ companyId: locked.company.id, userId: locked.person.id }, 'dashboard');
  return null;
}
