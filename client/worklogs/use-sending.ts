// Sends what the form says. A new worklog, or a change of one, is kept on this device where the server cannot be reached; a timer needs a
// connection.

import { useRef, useState } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { isReceiptType } from '#domain/receipts.ts';
import { type ApiInput, NetworkError } from '../api.ts';
import { serverNow } from '../clock.ts';
import { isConnected } from '../connection.ts';
import { affectedBy, useApiMutation } from '../queries.ts';
import type { LoadedWorklog } from '../worklog/worklog-queries.ts';
import type { LoggableTask } from './loader.ts';
import { type FormFiles, receiptKey, sortByKeys, unreplaced } from './receipts/form-files.ts';
import { type FormSubject, subjectTimer, unsentEntry } from './subject.ts';
import type { ShownEntry } from './unsent/entry.ts';
import { loadUnsent } from './unsent/load.ts';
import { newWorklogId } from './unsent/new-id.ts';
import type { UnsentFile } from './unsent/queue.ts';

type Submission = ApiInput<'POST /companies/{companyId}/worklogs'>;

type Options = { subject: FormSubject; version: number | null; onDone: (worklog: Worklog) => void; onKept: () => void };

/** `receipts`: of the entry, as text. */
type Sent = { request: Submission; task: LoggableTask | null; files: FormFiles; receipts: string };

export function useSending({ subject, version, onDone, onKept }: Options) {
  const submitNew = useApiMutation('POST /companies/{companyId}/worklogs', {
    invalidates: affectedBy.worklogs,
    onDone,
  });
  const submitTimed = useApiMutation('POST /companies/{companyId}/timer/{timerId}/worklog', {
    invalidates: affectedBy.timer,
    onDone,
  });
  const amend = useApiMutation('PATCH /companies/{companyId}/worklogs/{worklogId}', {
    invalidates: affectedBy.worklogs,
    onDone,
  });
  const [isKeeping, setKeeping] = useState(false);
  const idOf = useNewId();
  const timer = subjectTimer(subject);
  const unsent = unsentEntry(subject);

  async function send(sent: Sent): Promise<void> {
    const { request } = sent;
    if (subject.form === 'worklog') await amendOrKeep(subject.found, sent);
    else if (timer) await submitTimed.mutateAsync({ ...request, timerId: timer.id, version: version ?? timer.version });
    else if (unsent) await sendAgain(unsent, sent);
    else await sendOrKeep(sent);
  }

  async function sendOrKeep({ request, ...rest }: Sent): Promise<void> {
    const withId = { ...request, id: idOf(request) };
    // Files that are on this device only go with it.
    const isSendable = isConnected() && rest.files.open.length === 0;
    const error = isSendable ? await submitNew.mutateAsync(withId).then(() => null, unreached) : new NetworkError();
    if (!error) return;
    setKeeping(true);
    const keep = await loadUnsent().catch(() => null);
    const files = unsentFiles(rest);
    const isKept = rest.task
      ? await keep?.keepForLater({ request: withId, task: rest.task, files, wasSent: isSendable })
      : false;
    setKeeping(false);
    if (!isKept) throw error;
    onKept();
  }

  async function amendOrKeep({ worklog, receipts }: LoadedWorklog, { request, ...rest }: Sent): Promise<void> {
    const isSendable = isConnected() && rest.files.open.length === 0;
    const change = { ...request, worklogId: worklog.id, version: version ?? worklog.version };
    const error = isSendable ? await amend.mutateAsync(change).then(() => null, unreached) : new NetworkError();
    if (!error) return;
    setKeeping(true);
    const keep = await loadUnsent().catch(() => null);
    const next = rest.task && { request, task: rest.task, files: unsentFiles(rest), wasSent: isSendable };
    const isKept = next ? await keep?.keepChangeForLater(next, { worklog, receipts }, change.version) : false;
    setKeeping(false);
    if (!isKept) throw error;
    onKept();
  }

  async function sendAgain(entry: ShownEntry, { request, ...rest }: Sent): Promise<void> {
    setKeeping(true);
    try {
      const keep = await loadUnsent();
      const outcome = rest.task
        ? await keep.submitAgain(entry, { request, task: rest.task, files: unsentFiles(rest) })
        : null;
      if (outcome?.state === 'refused') throw outcome.problem;
      if (outcome?.state === 'sent' && outcome.worklog) onDone(outcome.worklog);
      else onKept();
    } finally {
      setKeeping(false);
    }
  }

  const isSaving = submitNew.isPending || submitTimed.isPending || amend.isPending || isKeeping;
  return { send, isSaving };
}

/** Only an error after which the server may be out of reach; others are shown. */
function unreached(error: unknown): NetworkError {
  if (error instanceof NetworkError) return error;
  throw error;
}

/** The same for the same content, so that it can be sent again after a lost response. */
function useNewId(): (request: Submission) => string {
  const last = useRef<{ written: string; id: string } | null>(null);
  return (request) => {
    const written = JSON.stringify(request);
    if (last.current?.written !== written) last.current = { written, id: newWorklogId(serverNow()) };
    return last.current.id;
  };
}

/** In the order of the form. */
function unsentFiles({ files, receipts }: Pick<Sent, 'files' | 'receipts'>): UnsentFile[] {
  const all = sortByKeys([...unreplaced({ receipts }, files.open), ...files.open], files.order, receiptKey);
  return all.flatMap((one): UnsentFile[] => {
    if (!('sendKey' in one)) {
      const { id, name, type, bytes } = one;
      return [{ name, type, bytes, uploadedId: id, file: files.uploaded.get(id) ?? null }];
    }
    const { file } = one;
    return isReceiptType(file.type)
      ? [{ name: file.name, type: file.type, bytes: file.size, uploadedId: null, file }]
      : [];
  });
}
