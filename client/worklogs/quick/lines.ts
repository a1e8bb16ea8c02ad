// Submitted lines of quick entry, in the order in which they were written. They leave the text field at once and are stored
// outside of the dialog, which may be closed before the response arrives. Refused lines wait to be edited.

import type { Worklog } from '#contract/worklogs.ts';
import { type ApiInput, ApiProblem, api, newIdempotencyKey } from '../../api.ts';
import { onUserChange } from '../../auth.ts';
import { invalidate } from '../../queries.ts';
import { createStore, useStore } from '../../storage.ts';
import type { Entry } from '../entry.ts';
import { addedHere } from '../loader.ts';
import type { LoggableTask } from '../WorklogForm.tsx';

/** The typed text and its parsed form. */
export type WrittenLine = {
  companyId: string;
  text: string;
  words: string;
  task: LoggableTask | null;
  entry: Entry;
};

export type QuickLine = WrittenLine & { id: number } & (
    | { state: 'saving' }
    | { state: 'saved'; worklog: Worklog }
    /** `error` is null if the line was only set aside to edit another one. */
    | { state: 'aside'; error: unknown }
  );

const store = createStore<readonly QuickLine[]>([]);
onUserChange(() => store.set([]));

export const useQuickLines = (companyId: string): readonly QuickLine[] =>
  useStore(store).filter((line) => line.companyId === companyId);

export const hasAside = (companyId: string): boolean =>
  store.get().some((line) => line.companyId === companyId && line.state === 'aside');

let lastId = 0;

function add(line: WrittenLine, rest: { state: 'saving' } | { state: 'aside'; error: unknown }): number {
  lastId += 1;
  store.set([...store.get(), { ...line, ...rest, id: lastId }]);
  return lastId;
}

/** Keeps the current text as a line, so that the text field can be used for another one. */
export function setAside(line: WrittenLine): void {
  if (line.text.trim() !== '') add(line, { state: 'aside', error: null });
}

export const dropLine = (id: number): void => store.set(store.get().filter((line) => line.id !== id));

let previous: Promise<unknown> = Promise.resolve();

/** Submits lines one after the other, so that their order is kept. Resolves to the final state of the line; null after signing out. */
export function submitLine(line: WrittenLine, send: () => Promise<Worklog>): Promise<QuickLine | null> {
  const id = add(line, { state: 'saving' });
  const ended = previous.then(() => (isKept(id) ? settle(id, line, send) : null));
  previous = ended;
  return ended;
}

const isKept = (id: number): boolean => store.get().some((line) => line.id === id);

async function settle(id: number, line: WrittenLine, send: () => Promise<Worklog>): Promise<QuickLine | null> {
  const settled: QuickLine = await send().then(
    (worklog) => ({ ...line, id, state: 'saved', worklog }),
    (error: unknown) => ({ ...line, id, state: 'aside', error }),
  );
  if (!isKept(id)) return null;
  // Only the last saved line is shown, with its undo.
  const others = store.get().filter(({ state }) => settled.state !== 'saved' || state !== 'saved');
  store.set(others.map((one) => (one.id === id ? settled : one)));
  return settled;
}

const path = 'POST /companies/{companyId}/worklogs';

/** Idempotency keys of requests without a response: sent again, they take effect once. */
const unanswered = new Map<string, string>();

export async function sendLine(request: ApiInput<typeof path>): Promise<Worklog> {
  const written = JSON.stringify(request);
  const idempotencyKey = unanswered.get(written) ?? newIdempotencyKey();
  unanswered.set(written, idempotencyKey);
  try {
    const worklog = await api(path, request, { idempotencyKey });
    unanswered.delete(written);
    addedHere([worklog]);
    invalidate(['worklogs', 'projects', 'reports', 'dashboard']);
    return worklog;
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) unanswered.delete(written);
    if (error instanceof ApiProblem && error.status === 409) await invalidate(['worklogs']);
    throw error;
  }
}
