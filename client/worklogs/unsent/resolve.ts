// What a worker does about a refused entry in one step; the form does everything else.

import type { FreeInterval, Worklog } from '#contract/worklogs.ts';
import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { serverDate, serverNow } from '../../clock.ts';
import { showToast } from '../../toast.ts';
import { type ShownEntry, type UnsentEntry, unconfirmedCode, type Written } from './entry.ts';
import { newWorklogId } from './new-id.ts';
import { renameEntry, sendingStates, showEntries, updateEntry } from './queue.ts';
import { sendEntryNow, sendSoon } from './sending.ts';
import { asWorklog } from './timers.tsx';
import { taskOfWorklog, writtenIn } from './written.ts';

export async function sendNow(worklogId: string): Promise<void> {
  const { state } = await sendEntryNow(worklogId);
  if (state === 'sent') showToast(m.unsent_sent_count({ count: 1 }), { type: 'success' });
  if (state !== 'later') return;
  sendingStates.problems.delete(worklogId);
  // Once the worker has asked for it, it is sent without another try. A timer that was not started does not run until it is.
  await updateEntry(worklogId, (stored) => (stored.intent === 'start' ? stored : { ...stored, refusedCode: null }));
  await showEntries();
  sendSoon();
  showToast(m.unsent_kept());
}

export const moveToTime = ({ id, zone }: ShownEntry, free: FreeInterval): Promise<void> => {
  const [start, end] = [new Date(free.startsAt), new Date(free.endsAt)];
  return change(id, (written) => ({
    ...written,
    start: wallTimeOf(start, zone),
    end: wallTimeOf(end, zone),
    startOffset: offsetOf(start, zone),
    endOffset: offsetOf(end, zone),
    zone,
  }));
};

export const confirmOverlap = (worklogId: string): Promise<void> =>
  change(worklogId, (written) => ({ ...written, confirmOverlap: true }));

/** Onto the version that the worker has seen. */
export async function sendOnto(worklogId: string, current: Worklog): Promise<void> {
  await updateEntry(worklogId, (stored) => ({
    ...rewritten(stored, stored.written),
    version: current.version,
    // Discarded, it stays as it is now.
    unchanged: {
      written: writtenIn(current),
      task: taskOfWorklog(current),
      receipts: stored.unchanged?.receipts ?? [],
    },
  }));
  await showEntries();
  await sendNow(worklogId);
}

/** A timer that was not accepted becomes a worklog until now, which waits until its times are confirmed. */
export async function finishTimer(worklogId: string): Promise<void> {
  sendingStates.problems.delete(worklogId);
  await updateEntry(worklogId, (stored) => ({
    ...asWorklog(stored, serverDate()),
    refusedCode: unconfirmedCode,
  }));
  await showEntries();
}

/** The timer was ended otherwise, or the worklog was withdrawn: what is written here becomes a worklog of its own. */
export async function keepAsNew(worklogId: string): Promise<void> {
  const id = newWorklogId(serverNow());
  await renameEntry(worklogId, id);
  await sendNow(id);
}

/** Changes or ends the timer in the version that the worker has seen. */
export async function sendOntoTimer(worklogId: string, version: number): Promise<void> {
  await updateEntry(worklogId, (stored) => ({
    ...rewritten(stored, stored.written),
    ...(stored.timer ? { timer: { ...stored.timer, version } } : {}),
  }));
  await showEntries();
  await sendNow(worklogId);
}

async function change(worklogId: string, rewrite: (written: Written) => Written): Promise<void> {
  await updateEntry(worklogId, (stored) => rewritten(stored, rewrite(stored.written)));
  await showEntries();
  await sendNow(worklogId);
}

const rewritten = (entry: UnsentEntry, written: Written): UnsentEntry => ({
  ...entry,
  written,
  revision: entry.revision + 1,
  refusedCode: null,
});
