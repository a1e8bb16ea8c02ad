// Submitted lines of quick entry, in the order in which they were written. They leave the text field at once and are stored
// outside of the dialog, which may be closed before the response arrives. Refused lines wait to be edited.

import type { Worklog } from '#contract/worklogs.ts';
import { type ApiInput, ApiProblem, api, NetworkError } from '../../api.ts';
import { onUserChange } from '../../auth.ts';
import { serverNow } from '../../clock.ts';
import { isConnected } from '../../connection.ts';
import { affectedBy, invalidate } from '../../queries.ts';
import { createStore, useStore } from '../../storage.ts';
import type { EntryValues } from '../entry.ts';
import type { LoggableTask } from '../loader.ts';
import { markLocallyChanged } from '../loader.ts';
import { loadUnsent } from '../unsent/load.ts';
import { newWorklogId } from '../unsent/new-id.ts';

/** The typed text and its parsed form. */
export type LineInput = {
  companyId: string;
  text: string;
  words: string;
  task: LoggableTask | null;
  entry: EntryValues;
};

export type QuickLine = LineInput & { id: number } & (
    | { state: 'saving' }
    | { state: 'saved'; worklog: Worklog }
    /** It waits on this device. */
    | { state: 'kept' }
    /** `error` is null if the line was only set aside to edit another one. */
    | { state: 'aside'; error: unknown }
  );

const store = createStore<readonly QuickLine[]>([]);
onUserChange(() => store.set([]));

export const useQuickLines = (companyId: string): readonly QuickLine[] =>
  useStore(store).filter((line) => line.companyId === companyId);

export const hasLinesAside = (companyId: string): boolean =>
  store.get().some((line) => line.companyId === companyId && line.state === 'aside');

let lastId = 0;

function add(line: LineInput, rest: { state: 'saving' } | { state: 'aside'; error: unknown }): number {
  lastId += 1;
  store.set([...store.get(), { ...line, ...rest, id: lastId }]);
  return lastId;
}

/** Keeps the current text as a line, so that the text field can be used for another one. */
export function setLineAside(line: LineInput): void {
  if (line.text.trim() !== '') add(line, { state: 'aside', error: null });
}

export const removeLine = (id: number): void => store.set(store.get().filter((line) => line.id !== id));

let previous: Promise<unknown> = Promise.resolve();

/** Submits lines one after the other, so that their order is kept. Resolves to the final state of the line; null after signing out. */
export function submitLine(line: LineInput, send: () => Promise<SentLine>): Promise<QuickLine | null> {
  const id = add(line, { state: 'saving' });
  const ended = previous.then(() => (isStored(id) ? submitStored(id, line, send) : null));
  previous = ended;
  return ended;
}

const isStored = (id: number): boolean => store.get().some((line) => line.id === id);

async function submitStored(id: number, line: LineInput, send: () => Promise<SentLine>): Promise<QuickLine | null> {
  const result: QuickLine = await send().then(
    (worklog) => (worklog ? { ...line, id, state: 'saved', worklog } : { ...line, id, state: 'kept' }),
    (error: unknown) => ({ ...line, id, state: 'aside', error }),
  );
  if (!isStored(id)) return null;
  if (result.state === 'kept') {
    removeLine(id);
    return result;
  }
  // Only the last saved line is shown, with its undo.
  const others = store.get().filter(({ state }) => result.state !== 'saved' || state !== 'saved');
  store.set(others.map((one) => (one.id === id ? result : one)));
  return result;
}

const path = 'POST /companies/{companyId}/worklogs';

/** Null: it waits on this device. */
type SentLine = Worklog | null;

/** Ids of requests without a response: sent again, they create one worklog. */
const pendingIds = new Map<string, string>();

/** A line that cannot be sent is kept on this device; if that is impossible, it waits to be sent again. */
export async function sendLine(request: ApiInput<typeof path>, task: LoggableTask | null): Promise<SentLine> {
  const written = JSON.stringify(request);
  const withId = { ...request, id: pendingIds.get(written) ?? newWorklogId(serverNow()) };
  const isSendable = isConnected();
  try {
    if (!isSendable) throw new NetworkError();
    pendingIds.set(written, withId.id);
    const worklog = await api(path, withId);
    pendingIds.delete(written);
    markLocallyChanged([worklog]);
    invalidate(affectedBy.worklogs);
    return worklog;
  } catch (error) {
    if (error instanceof NetworkError && task) {
      const keep = await loadUnsent().catch(() => null);
      const isKept = await keep?.keepForLater({ request: withId, task, files: [], wasSent: isSendable });
      if (isKept) pendingIds.delete(written);
      if (isKept) return null;
    }
    if (error instanceof ApiProblem && error.status < 500) pendingIds.delete(written);
    if (error instanceof ApiProblem && error.status === 409) await invalidate(['worklogs']);
    throw error;
  }
}
