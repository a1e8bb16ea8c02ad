// Sends one entry: its receipts first, then the worklog. Before each request the entry says that this may reach the server, so that
// after a kill or a lost response the same is sent again, and what was changed since follows as a change of it.

import type { Worklog } from '#contract/worklogs.ts';
import { resolveWallTime } from '#domain/calendar.ts';
import { ApiProblem, api, NetworkError, newIdempotencyKey } from '../../api.ts';
import { serverNow } from '../../clock.ts';
import { markLocallyChanged } from '../loader.ts';
import { removeFromOfflineCopy } from '../offline/database.ts';
import { uploadReceiptFile } from '../receipts/entry-receipts.ts';
import { submissionOf, type UnsentEntry, type UnsentReceipt, type UnsentTimer } from './entry.ts';
import { findFile } from './files.ts';
import { newWorklogId } from './new-id.ts';
import { renameEntry, sendingStates, updateEntry } from './queue.ts';
import { asEntryAuthor, isAboutEntry, isCode, isTemporary, refusalOf } from './refusals.ts';
import { discardTimer, isStartOpen, sendStart } from './send-timer.ts';

/**
 * `started`: a timer. `later`: the server was not reached, is too busy, or the session has ended; or the person signs out.
 * `isOnlyThis`: the server cannot store its receipt at the moment, which says nothing about other entries.
 */
export type SendingOutcome =
  | { state: 'sent'; worklog: Worklog | null }
  | { state: 'started' }
  | { state: 'refused'; problem: ApiProblem }
  | { state: 'later'; isOnlyThis?: boolean };

class ReceiptNotStored extends Error {}

type Sent = NonNullable<UnsentEntry['sent']>;

const path = '/companies/{companyId}/worklogs';
const one = `${path}/{worklogId}` as const;

/** Both clocks measured the same stop: one cut off to the minute, perhaps after some attempts. */
const maxStopDistanceMs = 120_000;

export async function sendEntry(entry: UnsentEntry): Promise<SendingOutcome> {
  try {
    const worklog = await sendIntent(entry);
    return entry.intent === 'start' && worklog === null ? { state: 'started' } : { state: 'sent', worklog };
  } catch (error) {
    if (error instanceof ReceiptNotStored) return { state: 'later', isOnlyThis: true };
    if (error instanceof NetworkError || sendingStates.end.signal.aborted) return { state: 'later' };
    if (!(error instanceof ApiProblem)) throw error;
    return isTemporary(error) ? { state: 'later' } : { state: 'refused', problem: error };
  }
}

async function sendIntent(entry: UnsentEntry): Promise<Worklog | null> {
  if (entry.intent === 'create' && entry.written.taskId === '') throw refusalOf('field.required', '');
  if (isStartOpen(entry)) {
    const next = await sendStart(entry);
    return next && sendIntent(next);
  }
  if (entry.intent === 'withdraw') return withdraw(entry);
  return entry.intent === 'change' ? change(entry) : create(entry);
}

async function create(entry: UnsentEntry): Promise<Worklog | null> {
  const { worklogId, sent, revision } = entry;
  if (sent && sent.revision !== revision) {
    // Whether the earlier version has arrived decides what this one is: another version of it, or the first.
    const arrived = await findArrived(entry, sent);
    const next = await updateEntry(worklogId, (stored) =>
      arrived ? asChangeOf(stored, arrived) : { ...stored, sent: null },
    );
    return next && sendIntent(next);
  }
  const request = sent?.request ?? {
    id: worklogId,
    ...submissionOf(entry),
    receiptIds: await uploadReceipts(entry),
  };
  const key = sent?.key ?? newIdempotencyKey();
  if (!(await markSent(entry, { key, revision, request }))) return null;
  try {
    return await settle(entry, await submit(entry, { key, revision, request }));
  } catch (error) {
    if (isCode(error, 'worklog.missing')) {
      // It had arrived, and was withdrawn on another device since.
      await updateEntry(worklogId, () => null);
      return null;
    }
    const stopped = isCode(error, 'timer.missing') ? await findStopped(entry) : null;
    if (stopped) return await settle(entry, stopped);
    if (isAboutEntry(error)) await updateEntry(worklogId, (stored) => ({ ...stored, sent: null }));
    return await sendWithNewUploads(entry, error);
  }
}

/** A worklog, or the timer that becomes it. */
function submit(entry: UnsentEntry, { key, request }: Sent): Promise<Worklog> {
  const options = { ...asEntryAuthor(entry), idempotencyKey: key };
  const { id: _, ...rest } = request;
  const { timer, worklogId: timerId } = entry;
  if (!timer) return api(`POST ${path}`, request, options);
  return api('POST /companies/{companyId}/timer/{timerId}/worklog', { ...rest, timerId, ...seenBy(timer) }, options);
}

const seenBy = ({ version }: UnsentTimer) => (version === null ? {} : { version });

/** What a stop by the clock of the server has made of the timer, if this device has sent one and its response was lost. */
async function findStopped({ timer, companyId, worklogId, personId, written }: UnsentEntry): Promise<Worklog | null> {
  if (!timer?.isStopSent) return null;
  const input = { companyId, worklogId };
  const found = await api(`GET ${one}`, input, asEntryAuthor({ personId })).catch((error: unknown) => {
    if (isCode(error, 'worklog.missing')) return null;
    throw error;
  });
  const end = written.end ? resolveWallTime(written.end, written.zone ?? 'UTC', written.endOffset, '').at : null;
  const distanceMs = Math.abs((end?.getTime() ?? 0) - Date.parse(found?.worklog.endsAt ?? ''));
  return found && distanceMs <= maxStopDistanceMs ? found.worklog : null;
}

/**
 * The worklog of a request that was not answered; null if it never arrived. One that was withdrawn on another device since has
 * arrived: what follows is refused as a change of it.
 */
async function findArrived(entry: UnsentEntry, sent: Sent): Promise<Pick<Worklog, 'version'> | null> {
  try {
    return await submit(entry, sent);
  } catch (error) {
    if (isCode(error, 'worklog.missing')) return { version: 1 };
    if (isAboutEntry(error)) return null;
    throw error;
  }
}

async function change(entry: UnsentEntry): Promise<Worklog | null> {
  const { worklogId, revision, sent } = entry;
  if (sent && sent.revision !== revision) {
    const next = await afterEarlierChange(entry, sent);
    return next && sendIntent(next);
  }
  const request = sent?.request ?? { ...submissionOf(entry), receiptIds: await uploadReceipts(entry) };
  const key = sent?.key ?? newIdempotencyKey();
  if (!(await markSent(entry, { key, revision, request }))) return null;
  try {
    return await settle(entry, await amend(entry, request, key));
  } catch (error) {
    if (isAboutEntry(error)) await updateEntry(worklogId, (stored) => ({ ...stored, sent: null }));
    return await sendWithNewUploads(entry, error);
  }
}

/** The server recognises the same change of the same version at any time. */
const amend = (entry: UnsentEntry, request: Sent['request'], idempotencyKey: string): Promise<Worklog> => {
  const { worklogId, version } = entry;
  return api(
    `PATCH ${one}`,
    { ...request, worklogId, version: version ?? 1 },
    { ...asEntryAuthor(entry), idempotencyKey },
  );
};

/** A change that was not answered is sent again: what follows is based on its version, or on the previous one if it is refused. */
async function afterEarlierChange(entry: UnsentEntry, sent: Sent) {
  const arrived = await amend(entry, sent.request, sent.key).catch((error: unknown) => {
    if (isAboutEntry(error)) return null;
    throw error;
  });
  return updateEntry(entry.worklogId, (stored) => (arrived ? asChangeOf(stored, arrived) : { ...stored, sent: null }));
}

async function withdraw(entry: UnsentEntry): Promise<null> {
  const { worklogId, companyId, sent, version } = entry;
  if (entry.timer && !sent && version === null) {
    await discardTimer(entry);
    return settleWithdrawal(entry);
  }
  if (sent && version !== null) {
    const next = await afterEarlierChange(entry, sent);
    return next && withdraw(next);
  }
  const seen = version ?? (sent && (await findArrived(entry, sent))?.version) ?? null;
  if (seen !== null) {
    try {
      await api(`DELETE ${one}`, { companyId, worklogId, version: seen }, asEntryAuthor(entry));
    } catch (error) {
      if (!isCode(error, 'worklog.missing')) throw error;
    }
  }
  return settleWithdrawal(entry);
}

/** A copy that still has it would take it for lost after a restore of the server (offline/restored.ts). */
async function settleWithdrawal({ worklogId, companyId, revision }: UnsentEntry): Promise<null> {
  await removeFromOfflineCopy(companyId, worklogId);
  const next = await updateEntry(worklogId, (stored) => (stored.revision === revision ? null : stored));
  // Submitted again in another tab meanwhile. The id of one that was withdrawn is not used again.
  if (next?.intent === 'create') await renameEntry(worklogId, newWorklogId(serverNow()));
  return null;
}

/** It has arrived. What the worker has changed or discarded meanwhile is sent next. */
async function settle(entry: UnsentEntry, worklog: Worklog): Promise<Worklog | null> {
  markLocallyChanged([worklog]);
  const next = await updateEntry(entry.worklogId, (stored) =>
    stored.revision === entry.revision ? null : asChangeOf(stored, worklog),
  );
  return next ? sendIntent(next) : worklog;
}

/** What follows is about the worklog: its timer is gone. */
const asChangeOf = ({ timer: _, ...stored }: UnsentEntry, { version }: Pick<Worklog, 'version'>): UnsentEntry => ({
  ...stored,
  intent: stored.intent === 'withdraw' ? 'withdraw' : 'change',
  version,
  sent: null,
});

/** Null if the entry was discarded meanwhile. */
const markSent = (entry: UnsentEntry, sent: Sent) => updateIfRoom(entry, (stored) => ({ ...stored, sent }));

/** Where the storage of the browser is full, it is sent all the same, which frees some. Its id prevents a second worklog. */
const updateIfRoom = (entry: UnsentEntry, change: (stored: UnsentEntry) => UnsentEntry) =>
  updateEntry(entry.worklogId, change).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') return change(entry);
    throw error;
  });

/** Those that are not uploaded yet. The key of the upload stays the same, so that a lost response uploads nothing twice. */
async function uploadReceipts(entry: UnsentEntry): Promise<string[]> {
  const ids: string[] = [];
  for (const receipt of entry.receipts) {
    const id = receipt.uploadedId ?? (await uploadReceipt(entry, receipt));
    ids.push(id);
    await updateIfRoom(entry, (stored) => ({
      ...stored,
      receipts: stored.receipts.map((kept) => (kept.key === receipt.key ? { ...kept, uploadedId: id } : kept)),
    }));
  }
  return ids;
}

async function uploadReceipt({ companyId, personId }: UnsentEntry, { key, uploadKey }: UnsentReceipt): Promise<string> {
  const file = await findFile(key);
  if (!file) throw refusalOf('receipt.missing', '');
  const { signal } = sendingStates.end;
  const upload = { companyId, file, key: uploadKey, personId, onProgress: () => {}, signal };
  const result = await uploadReceiptFile(upload);
  if ('receipt' in result) return result.receipt.id;
  if ('refusal' in result) throw refusalOf('receipt.damaged', result.refusal);
  if (result.retry !== null) throw new ReceiptNotStored();
  throw new NetworkError('The receipt was not uploaded.');
}

/**
 * Uploads that no worklog used within a day were deleted by the server: those whose files are still here are uploaded again. They
 * are no uploads of this entry any more, so that this is tried once.
 */
async function sendWithNewUploads(entry: UnsentEntry, error: unknown): Promise<Worklog | null> {
  if (!isCode(error, 'receipt.missing')) throw error;
  const keys: string[] = [];
  for (const { key, uploadedId } of entry.receipts) if (uploadedId !== null && (await findFile(key))) keys.push(key);
  if (keys.length === 0) throw error;
  const fresh = await updateEntry(entry.worklogId, (stored) => ({
    ...stored,
    sent: null,
    receipts: stored.receipts.map((receipt) =>
      keys.includes(receipt.key) ? { ...receipt, uploadKey: newIdempotencyKey(), uploadedId: null } : receipt,
    ),
  }));
  return fresh && sendIntent(fresh);
}
