// Sends what waits on this device: in order, by one tab at a time, when the page begins, when the connection is back and when the
// page becomes visible. The id of a worklog is generated here, so that however often it is sent there is one of it. A refusal is
// kept with its entry until the worker decides.

import { authStore, companiesStore } from '../../auth.ts';
import { isConnected, onReconnect } from '../../connection.ts';
import { affectedBy, invalidate } from '../../queries.ts';
import { needsDecision, type UnsentEntry } from './entry.ts';
import { listEntries, onOtherTabsChange, readForPage, sendingStates, showEntries, updateEntry } from './queue.ts';
import { type SendingOutcome, sendEntry } from './send-entry.ts';

const firstRetryMs = 5_000;
const maxRetryMs = 300_000;

/** What became of the entries of one pass, for a message. */
export type SentCounts = { sent: number; refused: number };

type Listener = (sent: SentCounts) => void;

let wake = () => {};

/** Something was kept: sends it, and tries again later where that fails. */
export const sendSoon = (): void => wake();

/** Sends the entries of the person until the returned function is called. */
export function keepSending(personId: string, onSent: Listener): () => void {
  let retryMs = firstRetryMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const end = new AbortController();
  sendingStates.end = end;
  const run = async (which: 'all' | 'not-refused') => {
    clearTimeout(timer);
    const result = await sendUnsent(personId, which);
    if (isStopped) return;
    if (result.sent + result.refused > 0) onSent(result);
    retryMs = result.isComplete ? firstRetryMs : Math.min(maxRetryMs, retryMs * 2);
    if (!result.isComplete) timer = setTimeout(run, retryMs * (0.75 + Math.random() / 2), 'not-refused');
  };
  const again = () => void run('not-refused');
  const whenVisible = () => document.hidden || again();
  wake = again;
  // A refusal may have become untrue, and its sentence is not stored.
  void run('all');
  document.addEventListener('visibilitychange', whenVisible);
  window.addEventListener('online', again);
  let known = loggableCompanies();
  const whenRightsChange = () => {
    if (known === loggableCompanies()) return;
    known = loggableCompanies();
    void run('all');
  };
  const stops = [
    onReconnect(again),
    onOtherTabsChange(() => void readForPage()),
    companiesStore.subscribe(whenRightsChange),
  ];
  return () => {
    isStopped = true;
    end.abort();
    wake = () => {};
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', whenVisible);
    window.removeEventListener('online', again);
    for (const stop of stops) stop();
  };
}

/** In which companies the person may log, as far as this page knows. */
const loggableCompanies = (): string =>
  companiesStore
    .get()
    .availableCompanies.filter(({ scopes }) => scopes['worklogs.submit'])
    .map(({ id }) => id)
    .join();

/** Sends everything that is due, and this entry also if it was refused; resolves to what became of this entry. */
export async function sendEntryNow(worklogId: string): Promise<SendingOutcome> {
  const personId = authStore.get().user?.uid ?? '';
  const { outcomes } = await sendUnsent(personId, 'not-refused', worklogId);
  return outcomes.get(worklogId) ?? { state: 'later' };
}

type Result = SentCounts & { started: number; isComplete: boolean; outcomes: Map<string, SendingOutcome> };

const sendUnsent = (personId: string, which: 'all' | 'not-refused', also?: string): Promise<Result> =>
  whenAlone(() => sendInOrder(personId, which, also));

async function sendInOrder(personId: string, which: 'all' | 'not-refused', also?: string): Promise<Result> {
  const result: Result = { sent: 0, started: 0, refused: 0, isComplete: true, outcomes: new Map() };
  const isDue = ({ worklogId, intent, refusedCode, companyId }: UnsentEntry) =>
    intent !== 'lost' &&
    !result.outcomes.has(worklogId) &&
    isMemberOf(companyId) &&
    (refusedCode === null || worklogId === also || (which === 'all' && !needsDecision(refusedCode)));
  for (;;) {
    const entry = (await listEntries(personId).catch(() => [])).find(isDue);
    if (!entry) break;
    if (authStore.get().user?.uid !== personId) break;
    // Without an attempt it certainly has not reached the server, so that later changes of it become part of the same request.
    if (!navigator.onLine) {
      result.isComplete = false;
      break;
    }
    const outcome = await sendShown(entry);
    result.outcomes.set(entry.worklogId, outcome);
    if (outcome.state === 'sent') result.sent += 1;
    else if (outcome.state === 'started') result.started += 1;
    else if (outcome.state === 'refused') result.refused += 1;
    else {
      result.isComplete = false;
      if (outcome.isOnlyThis !== true) break;
    }
  }
  if (result.outcomes.size > 0) await showEntries();
  else await readForPage();
  if (result.sent + result.started > 0) await invalidate(affectedBy.timer);
  return result;
}

/** As far as this page knows. What waits for a company that the person has left is kept until they are its member again. */
const isMemberOf = (companyId: string): boolean =>
  companiesStore.get().availableCompanies.some(({ id }) => id === companyId);

async function sendShown(entry: UnsentEntry): Promise<SendingOutcome> {
  const { worklogId } = entry;
  sendingStates.sendingId = worklogId;
  sendingStates.problems.delete(worklogId);
  if (isConnected()) await readForPage();
  try {
    const outcome = await sendEntry(entry);
    if (outcome.state === 'refused') {
      sendingStates.problems.set(worklogId, outcome.problem);
      await updateEntry(worklogId, (stored) =>
        stored.revision === entry.revision ? { ...stored, refusedCode: outcome.problem.code } : stored,
      );
    }
    return outcome;
  } catch (error) {
    // The browser has denied its storage meanwhile.
    console.error(error);
    return { state: 'later' };
  } finally {
    sendingStates.sendingId = '';
  }
}

let previous: Promise<unknown> = Promise.resolve();

/** One tab at a time, and one pass of it. Browsers offer locks over HTTPS only; without them, ids still prevent a second worklog. */
function whenAlone<T>(work: () => Promise<T>): Promise<T> {
  const next = previous.then(() => (navigator.locks ? inLock(work) : work()));
  previous = next.catch(() => {});
  return next;
}

async function inLock<T>(work: () => Promise<T>): Promise<T> {
  return await navigator.locks.request('daybook-unsent', work);
}
