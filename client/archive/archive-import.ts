// What the buttons of the import of an archive do.

import type { ArchiveContents, ArchiveImported } from '#contract/archive.ts';
import { maxArchiveBytes, maxArchiveFiles, maxArchiveMegabytes, maxUnpackedMegabytes } from '#domain/archives.ts';
import { m } from '#locales/messages.js';
import { api, NetworkError, newIdempotencyKey } from '../api.ts';
import { invalidate, invalidateAll } from '../queries.ts';
import { refreshSessionQuietly, scheduleSessionRefresh } from '../session/session-refresh.ts';
import { formatNumber } from '../ui/format.ts';
import { problemText } from '../ui/problem-text.ts';
import { uploadFile } from '../upload-file.ts';
import { type ArchiveOwner, setArchiveStep } from './archive-step.ts';

/** Before the upload, which would take minutes. */
export const isTooLarge = (file: File): boolean => file.size > maxArchiveBytes;

const tooLargeText = (): string =>
  m.reason_archive_too_large({
    megabytes: formatNumber(maxArchiveMegabytes),
    unpacked: formatNumber(maxUnpackedMegabytes),
    files: formatNumber(maxArchiveFiles),
  });

export async function checkArchiveFile(owner: ArchiveOwner, file: File): Promise<void> {
  const stop = (failure: string | null) => setArchiveStep(owner, { at: 'choose', file, failure });
  if (isTooLarge(file)) return stop(tooLargeText());
  const options = optionsOf(owner, (sent) => setArchiveStep(owner, { at: 'checking', file, ...sent }));
  const { companyId } = owner;
  const outcome = await uploadFile('POST /companies/{companyId}/archive-import/check', { companyId }, file, options);
  if (outcome.kind === 'output')
    return setArchiveStep(owner, { at: 'checked', file, contents: outcome.output, failure: null });
  if (outcome.kind === 'no-response') return stop(outcome.wasCancelled ? null : m.archive_broken());
  stop(textOfRefusal(outcome));
}

export async function importArchiveFile(owner: ArchiveOwner, file: File, contents: ArchiveContents): Promise<void> {
  const stop = (failure: string | null) => setArchiveStep(owner, { at: 'checked', file, contents, failure });
  let isSent = false;
  const options = optionsOf(owner, (sent) => {
    isSent = sent.sentShare === 1;
    setArchiveStep(owner, { at: 'importing', file, contents, ...sent });
  });
  const { companyId } = owner;
  const outcome = await uploadFile('POST /companies/{companyId}/archive-import', { companyId }, file, options);
  if (outcome.kind === 'output') return finish(owner, outcome.output);
  if (outcome.kind === 'refusal') return stop(textOfRefusal(outcome));
  // A server that has only a part of the file imports nothing.
  if (!isSent) return stop(outcome.wasCancelled ? null : m.archive_broken());
  setArchiveStep(owner, { at: 'waiting', file, contents });
  try {
    if (await hasImported(companyId)) await finish(owner, importedOf(contents));
    else stop(m.archive_broken());
  } catch (error) {
    stop(problemText(error));
  }
}

/** Refused if another tab has signed in somebody else. */
function optionsOf({ personId }: ArchiveOwner, show: (sent: { sentShare: number; cancel: () => void }) => void) {
  const abort = new AbortController();
  const onProgress = (sentShare: number) => show({ sentShare, cancel: () => abort.abort() });
  return { idempotencyKey: newIdempotencyKey(), personId, onProgress, signal: abort.signal };
}

type Refused = { status: number; code: string; detail: string };

function textOfRefusal({ status, code, detail }: Refused): string {
  if (status === 401 || status === 403 || status === 404) scheduleSessionRefresh();
  // Another import is running, or the company has something of its own by now.
  if (status === 409) invalidate(['companies']);
  return code === 'server.failed' || detail === '' ? m.reason_server_failed() : detail;
}

/** The name of the company, its settings and all that it has are different now. */
async function finish(owner: ArchiveOwner, imported: ArchiveImported): Promise<void> {
  setArchiveStep(owner, { at: 'done', imported });
  await refreshSessionQuietly();
  await invalidateAll();
}

const importedOf = ({ people, ...counts }: ArchiveContents): ArchiveImported => {
  const members = people.filter(({ isMember }) => isMember).length;
  return { ...counts, members, formerMembers: people.length - members };
};

const pollIntervalMs = 2_000;

/** How long the server may take to begin with a file that was sent: a reverse proxy may hold it. */
const maxBeginMs = 30_000;

/** Waits for the end of an import whose response was lost. */
async function hasImported(companyId: string): Promise<boolean> {
  const beganWaitingAt = performance.now();
  for (let hasBegun = false; ; ) {
    const state = await targetState(companyId);
    if (state === 'filled') return true;
    if (state === 'importing') hasBegun = true;
    if (state === 'empty' && (hasBegun || performance.now() - beganWaitingAt > maxBeginMs)) return false;
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

/** Null while the server is not reached. */
async function targetState(companyId: string) {
  try {
    const { state } = await api('GET /companies/{companyId}/archive-import', { companyId }, { attempts: 1 });
    return state;
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}
