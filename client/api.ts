// The typed client: `api('GET /companies/{companyId}/worklogs', { companyId, page: 2 })`. Path parameters, query and body
// are one flat input. Writes carry an idempotency key, so they can be retried safely when the response was lost.

import type { z } from 'zod';
import type { Endpoints } from '#contract/index.ts';
import type { Problem } from '#contract/problem.ts';
import { getLocale } from '#locales/runtime.js';
import { isRecord } from './storage.ts';

type AnyEndpoint = Endpoints[keyof Endpoints];
type NameOf<R> = R extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;
type EndpointOf<N, R = AnyEndpoint> = R extends AnyEndpoint ? (NameOf<R> extends N ? R : never) : never;

export type ApiName = NameOf<AnyEndpoint>;
export type ReadName = Extract<ApiName, `GET ${string}`>;
export type WriteName = Exclude<ApiName, ReadName>;
export type ApiInput<N extends ApiName> = z.input<EndpointOf<N>['input']>;
export type ApiOutput<N extends ApiName> = z.output<EndpointOf<N>['output']>;

export type FieldError = { path: string; code: string; message: string };

/** A refusal of the server (problem+json). `extra` holds its additional members, such as `conflicts`. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail}`);
    const { type: _type, title: _title, status, code, detail, errors, requestId: _requestId, ...extra } = problem;
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors ?? [];
    this.extra = extra;
  }
}

/** Also for data that the user may not see. Retrying does not help. */
export const isMissing = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;

/** No usable response: offline, the server is down, or the connection broke. */
export class NetworkError extends Error {}

type Options = {
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** Refused unless this person is signed in. */
  personId?: string;
  /** 1 where the user sees the failure at once and retries by hand. A read with 1 has a short limit: the device has a copy of what it reads. */
  attempts?: number;
};

type Listeners = {
  sessionLost: () => void;
  refused: () => void;
  connection: (isReachable: boolean) => void;
  executed: (name: string, input: unknown) => void;
};

const ignore = (): void => {};
const listeners: Listeners = { sessionLost: ignore, refused: ignore, connection: ignore, executed: ignore };

/** Sets the handlers for a 401, for a 403 or 404, for whether the server was reached, and for each request that it has executed. */
export function listenToApi(next: Partial<Listeners>): void {
  Object.assign(listeners, next);
}

const prefix = '/api/v1';

/** Of work with many rows, files or a provider. */
const longWork = /import|files|decisions|role|invite|payroll|tags|others|seats|billing/;

/**
 * Longer than any response takes where the connection does not stall (decision 083). After that, whether a write was executed is
 * unknown, as after a lost response.
 */
export const timeLimitOf = (name: string, attempts?: number): number =>
  name.startsWith('GET ') ? (attempts ? 4_000 : 30_000) : longWork.test(name) ? 900_000 : 20_000;

const maxAttempts = 5;
const maxRetryAfterSeconds = 10;

/** A complete response. */
type Received = { response: Response; text: string };

const isGatewayError = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** A longer `retry-after` is not waited for: the user sees the refusal instead. */
const isRetryable = ({ response }: Received): boolean =>
  (response.status === 429 || isGatewayError(response)) &&
  Number(response.headers.get('retry-after')) <= maxRetryAfterSeconds;

let sentWrites: Promise<unknown> = Promise.resolve();

/** Settles when every write sent so far has been answered or has failed. */
export const writesSettled = (): Promise<unknown> => sentWrites;

export function api<N extends ApiName>(name: N, input: ApiInput<N>, options: Options = {}): Promise<ApiOutput<N>> {
  const output = sendWithRetries(name, input, options);
  if (!name.startsWith('GET ')) sentWrites = Promise.allSettled([sentWrites, output]);
  return output;
}

async function sendWithRetries<N extends ApiName>(
  name: N,
  input: ApiInput<N>,
  options: Options,
): Promise<ApiOutput<N>> {
  const request = requestOf(name, input, options);
  const first = await globalThis.daybookFirstRequest?.take(request);
  if (first) return parseOutput(first);
  for (let attempt = 1; ; attempt += 1) {
    const received = await send(request);
    const isLast = attempt === (options.attempts ?? maxAttempts) || options.signal?.aborted === true;
    if (received?.response.ok) {
      listeners.executed(name, input);
      return parseOutput(received.text);
    }
    if (received && (isLast || !isRetryable(received))) throw errorOf(received);
    if (!received && isLast) throw new NetworkError(`No response to ${name}.`);
    await waitBeforeRetry(attempt, received?.response.headers.get('retry-after') ?? null, options.signal);
  }
}

/** One for each action of the user; `crypto.randomUUID` is missing on plain http. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function requestOf(name: string, input: unknown, options: Options) {
  const { method, path, rest } = splitInput(name, input);
  const idempotencyKey = method === 'GET' ? undefined : (options.idempotencyKey ?? newIdempotencyKey());
  const headers = {
    ...headersOf({ idempotencyKey, personId: options.personId }),
    accept: 'application/json, application/problem+json',
  };
  const init: RequestInit = { method, headers, signal: options.signal ?? null };
  const hasBody = method !== 'GET' && method !== 'DELETE';
  if (hasBody) {
    init.headers = { ...headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(rest);
  }
  return { url: hasBody ? path : path + toQuery(rest), init, limitMs: timeLimitOf(name, options.attempts) };
}

/** For a request whose body is a file: what is not in the path is in the query. */
export function urlOf<N extends WriteName>(name: N, input: ApiInput<N>): string {
  const { path, rest } = splitInput(name, input);
  return path + toQuery(rest);
}

function splitInput(name: string, input: unknown) {
  const [method = 'GET', template = ''] = name.split(' ');
  const rest: Record<string, unknown> = isRecord(input) ? { ...input } : {};
  const path = template.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(rest[field] ?? '');
    delete rest[field];
    return encodeURIComponent(value);
  });
  return { method, path: prefix + path, rest };
}

type Sender = { idempotencyKey: string | undefined; personId: string | undefined };

export const headersOf = ({ idempotencyKey, personId }: Sender): Record<string, string> => ({
  'accept-language': getLocale(),
  ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  ...(personId && { 'daybook-person': personId }),
});

/** `{ statuses: ['pending', 'approved'], page: 2 }` → `?statuses=pending&statuses=approved&page=2` */
function toQuery(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(fields)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null) query.append(field, String(single));
    }
  }
  return query.size === 0 ? '' : `?${query}`;
}

/** Null when no response came, or only a part of one: whether the server did the work is unknown then. */
async function send({ url, init, limitMs }: ReturnType<typeof requestOf>): Promise<Received | null> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([init.signal ?? limit, limit]) });
    const text = await response.text();
    listeners.connection(true);
    return { response, text };
  } catch (error) {
    if (init.signal?.aborted) throw error;
    listeners.connection(false);
    if (limit.aborted) throw new NetworkError(`Timeout of ${url}.`);
    return null;
  }
}

/** The body of a successful response. The server has validated it by the schema of its endpoint; the browser does not load the schemas. */
export function parseOutput<T>(text: string): T {
  const output: T = JSON.parse(text === '' ? 'null' : text);
  return output;
}

function errorOf({ response, text }: Received): ApiProblem | NetworkError {
  const body = jsonOf(text);
  // A reverse proxy answers for a stopped server with its own page: whether the request was executed is unknown.
  if (!isRecord(body) && isGatewayError(response)) return new NetworkError(`Gateway error of ${response.url}.`);
  const problem = problemOf(response, isRecord(body) ? body : {});
  if (problem.status === 401) listeners.sessionLost();
  if (problem.status === 403 || problem.status === 404) listeners.refused();
  return problem;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function problemOf(response: Response, known: Record<string, unknown>): ApiProblem {
  return new ApiProblem({
    ...known,
    type: 'about:blank',
    title: '',
    requestId: '',
    status: response.status,
    code: typeof known.code === 'string' ? known.code : 'server.failed',
    detail: typeof known.detail === 'string' ? known.detail : '',
    errors: Array.isArray(known.errors) ? known.errors.filter(isFieldError) : undefined,
  });
}

const isFieldError = (value: unknown): value is FieldError =>
  isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string';

/** Exponential backoff with jitter, at least as long as `retry-after`. */
function waitBeforeRetry(attempt: number, retryAfter: string | null, signal: AbortSignal | undefined): Promise<void> {
  const retryAfterMs = (Number(retryAfter) || 0) * 1000;
  const milliseconds = Math.max(retryAfterMs, 250 * 2 ** (attempt - 1) * (0.5 + Math.random()));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
