// Timers without a connection. A timer that runs on this device is an entry of its own, also one of the server that was changed here;
// when it is stopped, that becomes the worklog which waits, under the same id. A timer of the server that is stopped here becomes a
// worklog that ends this timer when it is sent.

import Hourglass from 'lucide-react/icons/hourglass';
import type { Timer } from '#contract/timers.ts';
import { resolveWallTime } from '#domain/calendar.ts';
import { isTimerTooShort, timerWallTimes } from '#domain/timers.ts';
import { m } from '#locales/messages.js';
import { NetworkError, newIdempotencyKey } from '../../api.ts';
import { authStore, companiesStore } from '../../auth.ts';
import { clockAheadMs, serverDate, serverNow } from '../../clock.ts';
import { isConnected } from '../../connection.ts';
import { queryClient } from '../../queries.ts';
import {
  isKept,
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
import {
  addEntries,
  asWithdrawal,
  discardEntry,
  listEntries,
  type NewUnsentEntry,
  showEntries,
  updateEntry,
} from './queue.ts';
import { changeRequest } from './send-timer.ts';
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
async function sendOrKeep({ timer, send, keep: keepAttempt }: SendingOrKeeping): Promise<boolean> {
  const at = serverNow();
  const attempt = { at, wasSent: !(timer && (await waitsHere(timer))) && isConnected() };
  const isReached = attempt.wasSent && (await send().then(() => true, isUnreached));
  return isReached || keepAttempt(timerParts, attempt);
}

/** Also if another tab has kept it and this page does not show that yet: its start would be sent again after the timer was discarded. */
async function waitsHere({ id }: Timer): Promise<boolean> {
  const entry = await findOwn(id);
  return entry !== null && runsHere(entry);
}

/** Only an error after which the server may be out of reach; others are shown. */
function isUnreached(error: unknown): false {
  if (error instanceof NetworkError) return false;
  throw error;
}

/** Shows the timers that run on this device, and hides those that were stopped on it. */
export function showTimers(): void {
  unsentStore.subscribe(showKeptTimers);
  showKeptTimers();
}

const showKeptTimers = () => keptTimersStore.set(timersOf(unsentStore.get().entries));

/** After a change of the device's clock, with which timers of the server are measured, too. */
export function measureTimersAgain(): void {
  showKeptTimers();
  const now = serverDate().toISOString();
  queryClient.setQueriesData<{ now: string }>({ queryKey: ['timer'] }, (response) => response && { ...response, now });
}

const timersOf = (entries: readonly ShownEntry[]) => ({
  running: entries.filter(runsHere).map((entry) => ({
    companyId: entry.companyId,
    timer: asTimer(entry),
    aheadMs: clockAheadMs(),
  })),
  stoppedIds: entries.filter(({ intent }) => intent !== 'start' && intent !== 'lost').map(({ id }) => id),
});

const runsHere = ({ intent, refusedCode }: Pick<UnsentEntry, 'intent' | 'refusedCode'>): boolean =>
  intent === 'start' && refusedCode === null;

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
        worklogId: id,
        intent: 'start',
        format: 3,
        revision: 1,
        version: null,
        sent: null,
        receipts: [],
        timer,
        task: taskOfTimer(task),
        written: { taskId, notes, zone },
      },
    ]),
  );
}

async function keepStop(running: Timer, { at, wasSent }: TimerAttempt): Promise<boolean> {
  const now = new Date(at);
  const waiting = await findOwn(running.id);
  const span = { startedAt: new Date(waiting?.timer?.startedAt ?? running.startedAt), stoppedAt: null };
  const isTooShort = isTimerTooShort(span, now);
  if (waiting && isTooShort) await discardWaiting(waiting);
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

type EntryOfTimer = Omit<NewUnsentEntry, 'intent' | 'timer'> & { timer: UnsentTimer };

/** Of a timer that the server has. */
const entryOf = ({ id, task, notes, startedAt, version, zone }: Timer): EntryOfTimer => ({
  worklogId: id,
  format: 3,
  revision: 1,
  version: null,
  sent: null,
  receipts: [],
  task: taskOfTimer(task),
  written: { taskId: task?.taskId ?? '', notes, zone },
  timer: { startedAt, isMoved: false, version, start: null, isStopSent: false },
});

type Stopping = { isTooShort: boolean; wasSent: boolean };

function stopOf(running: Timer, now: Date, { isTooShort, wasSent }: Stopping): NewUnsentEntry {
  const { timer, written, ...rest } = entryOf(running);
  const times = timerWallTimes({ startedAt: new Date(running.startedAt), stoppedAt: null, zone: running.zone }, now);
  return {
    ...rest,
    intent: isTooShort ? 'withdraw' : 'create',
    written: { ...written, ...times },
    timer: { ...timer, isStopSent: wasSent },
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

async function changeKept(timer: Timer, change: KeptChange, { wasSent }: TimerAttempt): Promise<boolean> {
  const isMerged = await updateEntry(timer.id, (entry) =>
    entry.intent === 'start' ? changed(onSeenVersion(entry, timer), timer.zone, change) : entry,
  );
  if (!isMerged && !isKept(timer)) return keep(addEntries([changeOf(timer, change, wasSent)]));
  await showEntries();
  sendSoon();
  if (!isMerged) showToast(m.unsent_gone(), { type: 'warning' });
  return isMerged !== null;
}

/** After a refusal, the worker changes the timer as the server has it now. */
const onSeenVersion = (entry: UnsentEntry, { version }: Timer): UnsentEntry =>
  entry.refusedCode !== null && entry.timer && entry.timer.version !== null
    ? { ...entry, refusedCode: null, timer: { ...entry.timer, version } }
    : entry;

function changed<E extends Pick<UnsentEntry, 'revision' | 'task' | 'timer' | 'written'>>(
  entry: E,
  zone: string,
  { task, notes, start, startOffset }: KeptChange,
): E {
  const startedAt = start ? resolveWallTime(start, zone, startOffset, '').at?.toISOString() : undefined;
  return {
    ...entry,
    revision: entry.revision + 1,
    ...(task ? { task: taskOfTimer(task) } : {}),
    ...(startedAt ? { timer: { ...entry.timer, startedAt, isMoved: true } } : {}),
    written: {
      ...entry.written,
      ...(task ? { taskId: task.taskId } : {}),
      ...(notes === undefined ? {} : { notes }),
    },
  };
}

/** Of a timer that the server has. */
function changeOf(timer: Timer, change: KeptChange, wasSent: boolean): NewUnsentEntry {
  const entry = changed(entryOf(timer), timer.zone, change);
  const companyId = companiesStore.get().activeCompany?.id ?? '';
  const request = changeRequest({ ...entry, companyId, timeZone: timer.zone }, timer.version);
  const sent = wasSent ? { revision: entry.revision, request } : null;
  return { ...entry, intent: 'start', timer: { ...entry.timer, change: sent } };
}

async function discardKept(running: Timer): Promise<boolean> {
  const waiting = await findOwn(running.id);
  // What waited may have been sent meanwhile: then the timer is on the server.
  const isDone = (waiting !== null && (await discardWaiting(waiting))) || (await keepDiscard(running));
  sendSoon();
  if (isDone) showToast(m.timer_discarded());
  return isDone;
}

/** Discards the timer, not only the changes of it on this device. */
async function discardWaiting({ worklogId, timer }: UnsentEntry): Promise<boolean> {
  if (timer?.version == null) return discardEntry(worklogId);
  const isThere = await updateEntry(worklogId, asWithdrawal);
  await showEntries();
  return isThere !== null;
}

/** The server has the timer, perhaps in a version that this page does not know yet. */
function keepDiscard(running: Timer): Promise<boolean> {
  const { timer, ...entry } = entryOf(running);
  const version = isKept(running) ? null : timer.version;
  return sendKept(addEntries([{ ...entry, intent: 'withdraw', timer: { ...timer, version } }]));
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
