// Keeps a worklog on this device when it could not be sent, and says so; or says why that is impossible.

import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { type ApiInput, api, NetworkError, newIdempotencyKey } from '../../api.ts';
import { serverNow } from '../../clock.ts';
import { showToast } from '../../toast.ts';
import type { LoggableTask } from '../loader.ts';
import type { ShownEntry } from './entry.ts';
import { newWorklogId } from './new-id.ts';
import {
  discardEntry,
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
import { asEntryAuthor, isCode } from './refusals.ts';
import type { SendingOutcome } from './send-entry.ts';
import { sendEntryNow, sendSoon } from './sending.ts';
import { type ServerReceipt, taskOfWorklog, unchangedOf, versionSeen } from './written.ts';

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
  const isKept = await isStored(kept);
  if (isKept) sendSoon();
  return isKept;
}

async function isStored(kept: Promise<void>): Promise<boolean> {
  try {
    await kept;
    return true;
  } catch (error) {
    showToast(whyNotKept[error instanceof NotKept ? error.problem : 'denied'](), { type: 'error' });
    return false;
  }
}

type Rewriting = Omit<NewWorklog, 'wasSent' | 'request'> & { request: Submission };

/** Of an entry that the form has `seen`, which may be gone since. */
export const submitAgain = async (seen: ShownEntry, next: Rewriting): Promise<SendingOutcome> =>
  (await resend(seen.id, next)) ?? submitGone(seen, next);

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
  return sendOrWait(worklogId);
}

/**
 * What the worker has submitted of an entry that the form has `seen`, and that is gone: a change of the worklog if it was sent
 * meanwhile, a worklog that waits again if it was discarded in another tab. Rejects while nobody can know which.
 */
async function submitGone(seen: ShownEntry, { request, task, files }: Rewriting): Promise<SendingOutcome> {
  const { id: worklogId, companyId, unchanged } = seen;
  const next = { written: writtenBy(request), task: taskOfWorklog(task), files };
  // What was discarded may still have to be withdrawn.
  if (await rewriteEntry(worklogId, next, unchanged ? 'change' : 'create')) return sendOrWait(worklogId);
  const found = await api(
    'GET /companies/{companyId}/worklogs/{worklogId}',
    { companyId, worklogId },
    asEntryAuthor(seen),
  ).catch((error: unknown) => {
    if (isCode(error, 'worklog.missing')) return null;
    throw error;
  });
  // The id of one that was withdrawn is not used again.
  const id = found ? worklogId : newWorklogId(serverNow());
  const kept = found
    ? keepChange(knownWorklog(found, versionSeen(found.worklog, found.receipts, seen)), next, null)
    : keepWorklogs([{ worklogId: id, ...next, sent: null }]);
  if (!(await isStored(kept))) throw new NetworkError('Not kept on this device.');
  const outcome = await sendOrWait(id);
  // The form has it, and may be submitted again.
  if (outcome.state === 'refused' && !found) await discardEntry(id);
  return outcome;
}

async function sendOrWait(worklogId: string): Promise<SendingOutcome> {
  const outcome = await sendEntryNow(worklogId);
  if (outcome.state === 'later') {
    showToast(m.unsent_kept());
    sendSoon();
  }
  // The list shows it beside what the worklog is now; the form does not.
  const isListed = outcome.state === 'refused' && outcome.problem.code === 'worklog.changed-since-seen';
  return isListed ? { state: 'later' } : outcome;
}

const whyNotKept: Record<KeepProblem, () => string> = {
  full: m.unsent_storage_full,
  denied: m.unsent_storage_denied,
  'too-many': () => m.unsent_too_many({ maximum: maxUnsent }),
};

function writtenBy({ companyId: _, id: __, receiptIds: ___, ...written }: Submission) {
  return written;
}
