// Sends a file as the body of a request. Uses XMLHttpRequest, because fetch reports no upload progress.

import { type ApiInput, type ApiOutput, headersOf, parseOutput, timeLimitOf, urlOf, type WriteName } from './api.ts';
import { reportConnection } from './connection.ts';
import { isRecord } from './storage.ts';

/**
 * `no-response`: of the server; whether it did the work is unknown if it has the whole file. `status`: of a proxy’s own page, else 0.
 */
type UploadAnswer<T> =
  | { kind: 'output'; output: T }
  | { kind: 'refusal'; status: number; code: string; detail: string }
  | { kind: 'no-response'; wasCancelled: boolean; status: number };

type Options = {
  idempotencyKey: string;
  /** Refused unless this person is signed in. */
  personId?: string | undefined;
  onProgress?: (sentShare: number) => void;
  signal?: AbortSignal;
};

/** Without a byte sent or received. A slow connection takes as long as it needs; what it has buffered is reported as sent. */
const silenceMs = 30_000;

/** For the response, once everything is sent: also for what is still buffered. */
const minAnswerMs = 60_000;

/** The fields of the input that are not in the path are in the query. */
export function uploadFile<N extends WriteName>(
  name: N,
  input: ApiInput<N>,
  file: File,
  { idempotencyKey, personId, onProgress = () => {}, signal }: Options,
): Promise<UploadAnswer<ApiOutput<N>>> {
  const request = new XMLHttpRequest();
  let isStalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limitSilence = (limitMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isStalled = true;
      request.abort();
      reportConnection(false);
    }, limitMs);
  };
  return new Promise((resolve) => {
    request.open('POST', urlOf(name, input));
    for (const [header, value] of Object.entries(headersOf({ idempotencyKey, personId })))
      request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => {
      limitSilence(silenceMs);
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.upload.onload = () => {
      limitSilence(Math.max(minAnswerMs, timeLimitOf(name)));
      onProgress(1);
    };
    request.onprogress = () => limitSilence(silenceMs);
    request.onloadend = () => clearTimeout(timer);
    request.onload = () => resolve(answerOf(request.status, request.responseText));
    request.onerror = () => resolve({ kind: 'no-response', wasCancelled: false, status: 0 });
    request.onabort = () => resolve({ kind: 'no-response', wasCancelled: !isStalled, status: 0 });
    signal?.addEventListener('abort', () => request.abort());
    onProgress(0);
    limitSilence(silenceMs);
    request.send(file);
  });
}

function answerOf<T>(status: number, text: string): UploadAnswer<T> {
  if (status === 200) return { kind: 'output', output: parseOutput<T>(text) };
  const problem = problemIn(text);
  // A reverse proxy answers with its own page, also while the server continues. 408: the file came too slowly, and is sent again.
  if (problem === null || status === 408) return { kind: 'no-response', wasCancelled: false, status };
  return { kind: 'refusal', status, ...problem };
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
