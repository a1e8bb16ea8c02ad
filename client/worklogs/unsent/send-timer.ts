// Sends the start of a timer that was started on this device, and its changes, and finds out whether one has arrived whose response
// was lost: what follows is based on that.

import type { StoppedTimer, Timer } from '#contract/timers.ts';
import { offsetOf, wallTimeOf } from '#domain/calendar.ts';
import { type ApiOutput, api, newIdempotencyKey } from '../../api.ts';
import { acceptTimer } from '../../timers/timer-query.ts';
import type { UnsentEntry, UnsentTimer } from './entry.ts';
import { updateEntry } from './queue.ts';
import { asEntryAuthor, isAboutEntry, isCode } from './refusals.ts';

const path = '/companies/{companyId}/timer';
const one = `${path}/{timerId}`;

/** Whether the server has to be asked about the timer first. */
export const isStartOpen = ({ intent, timer }: UnsentEntry): boolean =>
  timer !== undefined && (intent === 'start' || timer.start !== null || timer.change != null);

/** What is to be sent next; null if nothing is. */
export async function sendStart(entry: UnsentEntry): Promise<UnsentEntry | null> {
  const { timer } = entry;
  if (!timer) return entry;
  if (timer.start === null && timer.version !== null) return sendChange(entry, timer.version);
  const start = timer.start ?? {
    key: newIdempotencyKey(),
    revision: entry.revision,
    request: startRequest(entry, timer),
  };
  const marked = await updateEntry(entry.worklogId, (stored) =>
    stored.timer && stored.revision === entry.revision ? { ...stored, timer: { ...stored.timer, start } } : stored,
  );
  // The worker has stopped or changed it in the same moment.
  if (marked?.revision !== entry.revision) return marked;
  try {
    const answer = await api(`POST ${path}`, start.request, { ...asEntryAuthor(entry), idempotencyKey: start.key });
    showAnswered(entry, answer);
    return await updateEntry(entry.worklogId, (stored) => arrivedAs(stored, start.revision, answer.timer));
  } catch (error) {
    if (!isAboutEntry(error)) throw error;
    const next = await updateEntry(entry.worklogId, notArrived);
    if (next?.intent === 'start') throw error;
    return next;
  }
}

function startRequest({ companyId, worklogId, written }: UnsentEntry, { startedAt }: UnsentTimer) {
  const { taskId, notes = '', zone } = written;
  return {
    companyId,
    id: worklogId,
    startedAt,
    notes,
    ...(zone === undefined ? {} : { zone }),
    ...(taskId === '' ? {} : { taskId }),
  };
}

/** At once: it is not shown as an entry any more, and the connection may be lost before it is fetched. */
const showAnswered = ({ companyId }: UnsentEntry, answer: Pick<StoppedTimer, 'timer' | 'now'>): void =>
  acceptTimer(companyId, { ...answer, refusal: null });

/** It runs on the server, or has been ended on another device since. */
function arrivedAs(stored: UnsentEntry, sentRevision: number, found: Timer | null): UnsentEntry | null {
  const isThere = found?.id === stored.worklogId;
  if (stored.intent === 'start' && (stored.revision === sentRevision || !isThere)) return null;
  const version = isThere ? found.version : 1;
  return stored.timer ? { ...stored, timer: { ...stored.timer, version, start: null, change: null } } : stored;
}

/** Nothing of it was stored: a worklog that was measured by it is simply a new one. */
function notArrived(stored: UnsentEntry): UnsentEntry | null {
  const { timer, ...rest } = stored;
  if (stored.intent === 'withdraw') return null;
  if (stored.intent === 'start') return timer ? { ...stored, timer: { ...timer, start: null } } : stored;
  return { ...rest, format: 1 };
}

/** Of a timer that the server has. The server recognises the same change of the same version. */
async function sendChange(entry: UnsentEntry, version: number): Promise<UnsentEntry | null> {
  const { worklogId, timer, revision } = entry;
  const change = timer?.change ?? { revision, request: changeRequest(entry, version) };
  const marked = await updateEntry(worklogId, (stored) =>
    stored.timer && stored.revision === revision ? { ...stored, timer: { ...stored.timer, change } } : stored,
  );
  // The worker has stopped or changed it in the same moment.
  if (marked?.revision !== revision) return marked;
  try {
    const answer: ApiOutput<`PATCH ${typeof one}`> = await api(`PATCH ${one}`, change.request, {
      ...asEntryAuthor(entry),
      idempotencyKey: newIdempotencyKey(),
    });
    showAnswered(entry, answer);
    return await updateEntry(worklogId, (stored) => arrivedAs(stored, change.revision, answer.timer));
  } catch (error) {
    if (!isAboutEntry(error)) throw error;
    const next = await updateEntry(worklogId, (stored) =>
      stored.timer ? { ...stored, timer: { ...stored.timer, change: null } } : stored,
    );
    // What has replaced it is tried instead.
    if (next?.intent === 'start' && next.revision === change.revision) throw error;
    return next;
  }
}

type Changed = Pick<UnsentEntry, 'companyId' | 'worklogId' | 'written' | 'timeZone' | 'timer'>;

/** Everything that can be changed, onto this version. */
export function changeRequest({ companyId, worklogId, written, timer, timeZone }: Changed, version: number) {
  const zone = written.zone ?? timeZone;
  const at = new Date(timer?.startedAt ?? 0);
  const moved = timer?.isMoved ? { start: wallTimeOf(at, zone), startOffset: offsetOf(at, zone) } : {};
  const { taskId, notes = '' } = written;
  return { companyId, timerId: worklogId, version, taskId: taskId === '' ? null : taskId, notes, ...moved };
}

/** A timer that was discarded here, or had measured less than a minute. */
export async function discardTimer({ companyId, worklogId, timer, personId }: UnsentEntry): Promise<void> {
  const version = timer?.version ?? null;
  const seen = version === null ? {} : { version };
  try {
    await api(`DELETE ${one}`, { companyId, timerId: worklogId, ...seen }, asEntryAuthor({ personId }));
  } catch (error) {
    if (!isCode(error, 'timer.missing')) throw error;
  }
}
