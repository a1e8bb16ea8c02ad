// Sends an archive to be checked or imported. Uses XMLHttpRequest, because fetch reports no upload progress.

import { getLocale } from '#locales/runtime.js';
import { type ApiOutput, newIdempotencyKey, parseOutput } from '../api.ts';
import { isRecord } from '../storage.ts';
import type { ArchiveOwner } from './archive-step.ts';

type Route = 'POST /companies/{companyId}/archive-import' | 'POST /companies/{companyId}/archive-import/check';

/** `nothing`: no response of the server; whether it did the work is unknown if it has the whole file. */
type ArchiveOutcome<T> =
  | { came: 'output'; output: T }
  | { came: 'refusal'; status: number; code: string; detail: string }
  | { came: 'nothing'; wasCancelled: boolean };

type Options = {
  /** Refused if another tab has signed in somebody else. */
  owner: ArchiveOwner;
  file: File;
  onProgress: (sentShare: number, cancel: () => void) => void;
};

export function uploadArchive<R extends Route>(
  route: R,
  { owner: { personId, companyId }, file, onProgress }: Options,
): Promise<ArchiveOutcome<ApiOutput<R>>> {
  const request = new XMLHttpRequest();
  const cancel = () => request.abort();
  return new Promise((resolve) => {
    request.open('POST', `/api/v1${route.slice('POST '.length).replace('{companyId}', companyId)}`);
    request.setRequestHeader('accept-language', getLocale());
    request.setRequestHeader('idempotency-key', newIdempotencyKey());
    if (personId) request.setRequestHeader('daybook-person', personId);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0, cancel);
    request.upload.onload = () => onProgress(1, cancel);
    request.onload = () => resolve(outcomeOf(request.status, request.responseText));
    request.onerror = () => resolve({ came: 'nothing', wasCancelled: false });
    request.onabort = () => resolve({ came: 'nothing', wasCancelled: true });
    onProgress(0, cancel);
    request.send(file);
  });
}

function outcomeOf<T>(status: number, text: string): ArchiveOutcome<T> {
  if (status === 200) return { came: 'output', output: parseOutput<T>(text) };
  const problem = problemIn(text);
  // A reverse proxy answers with its own page, also while the server continues.
  if (problem === null) return { came: 'nothing', wasCancelled: false };
  return { came: 'refusal', status, ...problem };
}

function problemIn(text: string): { code: string; detail: string } | null {
  try {
    const problem: unknown = JSON.parse(text);
    if (!isRecord(problem) || typeof problem.code !== 'string' || typeof problem.detail !== 'string') return null;
    return { code: problem.code, detail: problem.detail };
  } catch {
    return null;
  }
}
