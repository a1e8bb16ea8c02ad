// Keeps a worklog on this device when it could not be sent, and says so; or says why that is impossible.

import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { type ApiInput, newIdempotencyKey } from '../../api.ts';
import { showToast } from '../../toast.ts';
import type { LoggableTask } from '../loader.ts';
import {
  type KeepProblem,
  type KnownWorklog,
  keepChange,
  keepWithdrawal,
  keepWorklogs,
  maxUnsent,
  NotKept,
  rewriteEntry,
  type UnsentFile,
} from './queue.ts';
import type { SendingOutcome } from './send-entry.ts';
import { sendEntryNow, sendSoon } from './sending.ts';
import { type ServerReceipt, taskOfWorklog, unchangedOf } from './written.ts';

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
  const written = writtenBy(request);
  return reportKept(keepWorklogs([{ worklogId: request.id, written, task: taskOfWorklog(task), files, sent }]));
}

/** A worklog of the server as the page knows it, with the receipts that it has. */
export type Known = { worklog: Worklog; receipts: readonly ServerReceipt[] };

const knownWorklog = ({ worklog, receipts }: Known, version: number): KnownWorklog => ({
  worklogId: worklog.id,
  version,
  unchanged: unchangedOf(worklog, receipts),
});

/** A change of a worklog that is on the server; `version`: the one that the worker saw. */
export function keepChangeForLater(
  { request, task, files, wasSent }: Omit<NewWorklog, 'request'> & { request: Submission },
  known: Known,
  version: number,
): Promise<boolean> {
  const sent = wasSent ? { key: newIdempotencyKey(), revision: 1, request } : null;
  const next = { written: writtenBy(request), task: taskOfWorklog(task), files };
  return reportKept(keepChange(knownWorklog(known, version), next, sent));
}

export const keepWithdrawalForLater = (known: Known): Promise<boolean> =>
  reportKept(keepWithdrawal(knownWorklog(known, known.worklog.version)));

async function reportKept(kept: Promise<void>): Promise<boolean> {
  const isKept = await sendKept(kept);
  if (isKept) showToast(m.unsent_kept());
  return isKept;
}

/** Says only why something is not kept. */
export async function sendKept(kept: Promise<void>): Promise<boolean> {
  try {
    await kept;
  } catch (error) {
    showToast(whyNotKept[error instanceof NotKept ? error.problem : 'denied'](), { type: 'error' });
    return false;
  }
  sendSoon();
  return true;
}

type Rewriting = Omit<NewWorklog, 'wasSent' | 'request'> & { request: Submission };

/** Stores what the worker has changed, and sends it. Null if it has been sent or discarded meanwhile. */
export async function resend(worklogId: string, { request, task, files }: Rewriting): Promise<SendingOutcome | null> {
  const isThere = await rewriteEntry(worklogId, {
    written: writtenBy(request),
    task: taskOfWorklog(task),
    files,
  });
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

function writtenBy({ companyId: _, id: __, receiptIds: ___, ...written }: Submission) {
  return written;
}
