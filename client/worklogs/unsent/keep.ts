// Keeps a worklog on this device when it could not be sent, and says so; or says why that is impossible.

import { m } from '#locales/messages.js';
import { type ApiInput, newIdempotencyKey } from '../../api.ts';
import { showToast } from '../../toast.ts';
import type { LoggableTask } from '../loader.ts';
import { type KeepProblem, keepWorklog, maxUnsent, NotKept, rewriteEntry, type UnsentFile } from './queue.ts';
import type { SendingOutcome } from './send-entry.ts';
import { sendEntryNow, sendSoon } from './sending.ts';

type Submission = ApiInput<'POST /companies/{companyId}/worklogs'>;

export type NewWorklog = {
  /** With the id of the new worklog. */
  request: Submission & { id: string };
  task: LoggableTask;
  files: readonly UnsentFile[];
  /** Whether the request was sent, and may have reached the server. */
  wasSent: boolean;
};

/** Resolves to whether it is kept. */
export async function keepForLater({ request, task, files, wasSent }: NewWorklog): Promise<boolean> {
  const sent = wasSent ? { key: newIdempotencyKey(), revision: 1, request } : null;
  try {
    await keepWorklog({ worklogId: request.id, written: writtenIn(request), task: taskOf(task), files, sent });
  } catch (error) {
    showToast(whyNotKept[error instanceof NotKept ? error.problem : 'denied'](), { type: 'error' });
    return false;
  }
  showToast(m.unsent_kept());
  sendSoon();
  return true;
}

type Rewriting = Omit<NewWorklog, 'wasSent' | 'request'> & { request: Submission };

/** Stores what the worker has changed, and sends it. Null if it has been sent or discarded meanwhile. */
export async function resend(worklogId: string, { request, task, files }: Rewriting): Promise<SendingOutcome | null> {
  const isThere = await rewriteEntry(worklogId, { written: writtenIn(request), task: taskOf(task), files });
  if (!isThere) {
    showToast(m.unsent_gone(), { type: 'warning' });
    return null;
  }
  const outcome = await sendEntryNow(worklogId);
  if (outcome.state === 'later') {
    showToast(m.unsent_kept());
    sendSoon();
  }
  return outcome;
}

const whyNotKept: Record<KeepProblem, () => string> = {
  full: m.unsent_storage_full,
  denied: m.unsent_storage_denied,
  'too-many': () => m.unsent_too_many({ maximum: maxUnsent }),
};

function writtenIn({ companyId: _, id: __, receiptIds: ___, ...written }: Submission) {
  return written;
}

const taskOf = ({ taskName, kind, isBillable, projectId, projectName, clientName, colour }: LoggableTask) => ({
  taskName,
  kind,
  isBillable,
  projectId,
  projectName,
  clientName,
  colour,
});
