// Timers without a connection. A timer that runs on this device is an entry of its own; when it is stopped, that becomes the worklog
// which waits, under the same id. A timer of the server that is stopped here becomes a worklog that ends this timer when it is sent.

import Hourglass from 'lucide-react/icons/hourglass';
import type { Timer } from '#contract/timers.ts';
import { resolveWallTime } from '#domain/calendar.ts';
import { isTimerTooShort, timerWallTimes } from '#domain/timers.ts';
import { m } from '#locales/messages.js';
import { NetworkError, newIdempotencyKey } from '../../api.ts';
import { authStore, companiesStore } from '../../auth.ts';
import { clockAheadMs, serverNow } from '../../clock.ts';
import { isConnected } from '../../connection.ts';
import {
  type KeptChange,
  type KeptStart,
  keptTimersStore,
  type SendingOrKeeping,
  type TimerAttempt,
  type TimerKeeper,
} from '../../timers/on-device.ts';
import { showToast } from '../../toast.ts';
import type { ShownEntry, UnsentEntry, UnsentTask, UnsentTimer } from './entry.ts';
import { sendKept } from './keep.ts';
import { newWorklogId } from './new-id.ts';
import { addEntries, discardEntry, listEntries, showEntries, updateEntry } from './queue.ts';
import { sendSoon } from './sending.ts';
import { unsentStore } from './store.ts';

export const timerParts: TimerKeeper = {
  WaitingSign: () => <Hourglass size={14} role="img" aria-label={m.timer_waiting()} />,
  newId: () => newWorklogId(serverNow()),
  sendOrKeep,
  start: keepStart,
  stop: keepStop,
  change: changeKept,
  discard: discardKept,
};

/** Kept if the server is not reached, which may be known only after some attempts. */
async function sendOrKeep({ isKept, send, keep: keepIt }: SendingOrKeeping): Promise<void> {
  const attempt = { at: serverNow(), wasSent: isConnected() && !isKept };
  const isReached = attempt.wasSent && (await send().then(() => true, isUnreached));
  if (!isReached) await keepIt(timerParts, attempt);
}

/** Only an error after which the server may be out of reach; others are shown. */
function isUnreached(error: unknown): false {
  if (error instanceof NetworkError) return false;
  throw error;
}

/** Shows what runs here, and that what was stopped here runs no more. */
export function showTimers(): void {
  const show = () => keptTimersStore.set(timersOf(unsentStore.get().entries));
  unsentStore.subscribe(show);
  show();
}

const timersOf = (entries: readonly ShownEntry[]) => ({
  running: entries.filter(runsHere).map((entry) => ({
    companyId: entry.companyId,
    timer: asTimer(entry),
    aheadMs: clockAheadMs(),
  })),
  stoppedIds: entries.filter(({ intent }) => intent !== 'start').map(({ id }) => id),
});

const runsHere = ({ intent, refusedCode }: ShownEntry): boolean => intent === 'start' && refusedCode === null;

const asTimer = ({ id, written, task, zone, timer }: ShownEntry): Timer => ({
  id,
  zone,
  task: written.taskId === '' ? null : { ...task, taskId: written.taskId },
  startedAt: timer?.startedAt ?? '',
  stoppedAt: null,
  notes: written.notes ?? '',
  version: timer?.version ?? 1,
});

async function keepStart({ id = timerParts.newId(), task, zone, running, attempt }: KeptStart): Promise<boolean> {
  if (running && !(await keepStop(running, attempt))) return false;
  const notes = '';
  const startedAt = new Date(attempt.at).toISOString();
  const taskId = task?.taskId ?? '';
  const companyId = companiesStore.get().activeCompany?.id ?? '';
  const request = { companyId, id, startedAt, notes, zone, ...(task ? { taskId } : {}) };
  const start = attempt.wasSent ? { key: newIdempotencyKey(), revision: 1, request } : null;
  const timer: UnsentTimer = { startedAt, isMoved: false, version: null, start, isStopSent: false };
  return keep(
    addEntries([
      {
        ...{ worklogId: id, intent: 'start', format: 3, revision: 1, version: null, sent: null, receipts: [], timer },
        ...{ task: taskOfTimer(task), written: { taskId, notes, zone } },
      },
    ]),
  );
}

async function keepStop(running: Timer, { at, wasSent }: TimerAttempt): Promise<boolean> {
  const now = new Date(at);
  const waiting = await findOwn(running.id);
  const span = { startedAt: new Date(waiting?.timer?.startedAt ?? running.startedAt), stoppedAt: null };
  const isTooShort = isTimerTooShort(span, now);
  if (waiting && isTooShort) await discardEntry(running.id);
  else if (waiting) await updateEntry(running.id, (entry) => asWorklog(entry, now));
  else if (!(await sendKept(addEntries([stopOf(running, now, { isTooShort, wasSent })])))) return false;
  if (waiting) {
    await showEntries();
    sendSoon();
  }
  showToast(isTooShort ? m.timer_too_short() : m.unsent_kept());
  return true;
}

/** What waits under this id. */
async function findOwn(id: string): Promise<UnsentEntry | null> {
  const entries = await listEntries(authStore.get().user?.uid ?? '').catch(() => []);
  return entries.find(({ worklogId }) => worklogId === id) ?? null;
}

type Stopping = { isTooShort: boolean; wasSent: boolean };

/** Of a timer that the server has. */
function stopOf(
  running: Timer,
  now: Date,
  { isTooShort, wasSent }: Stopping,
): Parameters<typeof addEntries>[0][number] {
  const { id, task, notes, startedAt, version, zone } = running;
  const timer = { startedAt, isMoved: false, version, start: null, isStopSent: wasSent };
  const times = timerWallTimes({ startedAt: new Date(startedAt), stoppedAt: null, zone }, now);
  return {
    ...{ worklogId: id, format: 3, revision: 1, version: null, sent: null, receipts: [], timer },
    ...{ intent: isTooShort ? 'withdraw' : 'create', task: taskOfTimer(task) },
    written: { taskId: task?.taskId ?? '', notes, ...times },
  };
}

/** A timer of which the server may know becomes a worklog that ends it, another one simply a new worklog. */
export function asWorklog(entry: UnsentEntry, now: Date): UnsentEntry {
  const { timer, ...rest } = entry;
  if (entry.intent !== 'start' || !timer) return entry;
  const zone = entry.written.zone ?? entry.timeZone;
  const written = {
    ...entry.written,
    ...timerWallTimes({ startedAt: new Date(timer.startedAt), stoppedAt: null, zone }, now),
  };
  const stopped = { written, intent: 'create', revision: entry.revision + 1 } as const;
  return timer.start || timer.version !== null ? { ...entry, ...stopped } : { ...rest, ...stopped, format: 1 };
}

async function changeKept(timerId: string, { task, notes, start, startOffset }: KeptChange): Promise<boolean> {
  const changed = await updateEntry(timerId, (entry) => {
    if (entry.intent !== 'start' || !entry.timer) return entry;
    const zone = entry.written.zone ?? entry.timeZone;
    const startedAt = start ? resolveWallTime(start, zone, startOffset, '').at?.toISOString() : undefined;
    return {
      ...entry,
      revision: entry.revision + 1,
      ...(task ? { task: taskOfTimer(task) } : {}),
      timer: { ...entry.timer, ...(startedAt ? { startedAt, isMoved: true } : {}) },
      written: {
        ...entry.written,
        ...(task ? { taskId: task.taskId } : {}),
        ...(notes === undefined ? {} : { notes }),
      },
    };
  });
  await showEntries();
  sendSoon();
  if (!changed) showToast(m.unsent_gone(), { type: 'warning' });
  return changed !== null;
}

async function discardKept(timerId: string): Promise<boolean> {
  const isDiscarded = await discardEntry(timerId);
  sendSoon();
  showToast(isDiscarded ? m.timer_discarded() : m.unsent_gone());
  return isDiscarded;
}

async function keep(kept: Promise<void>): Promise<boolean> {
  const isKept = await sendKept(kept);
  if (isKept) showToast(m.unsent_kept());
  return isKept;
}

const taskOfTimer = (task: Timer['task']): UnsentTask => {
  const { taskName, projectId, projectName, clientName, colour } = task ?? noTask;
  return { taskName, projectId, projectName, clientName, colour, kind: 'timed' };
};

const noTask = { taskName: '', projectId: '', projectName: '', clientName: null, colour: 'blue' } as const;
