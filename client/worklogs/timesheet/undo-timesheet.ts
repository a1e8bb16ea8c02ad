// Undo after submitting the timesheet: withdraws the new worklogs and gives the changed ones their earlier length.

import { m } from '#locales/messages.js';
import { api } from '../../api.ts';
import { affectedBy, invalidate } from '../../queries.ts';
import { showToast } from '../../toast.ts';
import { toastProblem } from '../../ui/problem-toast.ts';
import { occupiedTime } from './plan.ts';
import { amendRequest } from './requests.ts';
import type { Outcome } from './use-submit-timesheet.ts';

export function showSubmittedToast(companyId: string, outcomes: readonly Outcome[]): void {
  const saved = outcomes.filter(({ worklog }) => worklog !== null);
  if (saved.length === 0) return;
  const run = () => void undoAll(companyId, saved);
  showToast(m.timesheet_done({ count: saved.length }), {
    type: 'success',
    action: { label: m.week_undo(), run },
  });
}

async function undoAll(companyId: string, saved: readonly Outcome[]): Promise<void> {
  try {
    // In the opposite order, so that an earlier length finds its time free again.
    for (const outcome of saved.toReversed()) await undo(companyId, outcome);
    showToast(m.timesheet_undone(), { type: 'success' });
  } catch (error) {
    toastProblem(error);
  }
  await invalidate(affectedBy.worklogs);
}

async function undo(companyId: string, { change, worklog }: Outcome): Promise<void> {
  if (!worklog) return;
  const { id: worklogId, version } = worklog;
  const before = change.cell.amends;
  if (!before) {
    await api('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId, version });
    return;
  }
  // An overlap that it had was confirmed then.
  const sent = { companyId, confirmOverlap: before.isConflicting };
  const length = { times: occupiedTime(before), minutes: before.minutes ?? 0 };
  await api('PATCH /companies/{companyId}/worklogs/{worklogId}', amendRequest({ ...before, version }, length, sent));
}
