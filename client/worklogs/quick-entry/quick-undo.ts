// Undo for a worklog from quick entry: withdraws it, unless it has been decided meanwhile.

import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { api } from '../../api.ts';
import { affectedBy, invalidate } from '../../queries.ts';
import { openQuickEntry } from '../../shell/quick-entry.ts';
import { showToast } from '../../toast.ts';
import { problemText } from '../../ui/problem-text.ts';
import { toastProblem } from '../../ui/problem-toast.ts';
import { worklogTitle } from '../describe.ts';

export async function undoWorklog(companyId: string, { id: worklogId, version }: Worklog): Promise<void> {
  try {
    await api('DELETE /companies/{companyId}/worklogs/{worklogId}', { companyId, worklogId, version });
    showToast(m.worklogs_withdrawn(), { type: 'success' });
  } catch (error) {
    toastProblem(error);
  }
  await invalidate(affectedBy.worklogs);
}

/** For a line that was refused after the dialog was closed; the line waits in the dialog. */
export const showRefusedToast = (error: unknown): void =>
  showToast(`${m.quick_refused_meanwhile()} ${problemText(error)}`, {
    type: 'error',
    action: { label: m.quick_edit(), run: () => openQuickEntry() },
  });

export function showQuickSavedToast(companyId: string, worklogs: readonly Worklog[]): void {
  const [first] = worklogs;
  if (!first) return;
  const message =
    worklogs.length === 1
      ? m.quick_saved({ worklog: worklogTitle(first) })
      : m.quick_saved_many({ count: worklogs.length });
  const run = async () => {
    for (const worklog of worklogs) await undoWorklog(companyId, worklog);
  };
  showToast(message, { type: 'success', action: { label: m.quick_undo(), run } });
}
