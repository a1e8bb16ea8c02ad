// Messages between the server and its report process. Responses are sent as bytes of JSON, in chunks, so that the server never builds,
// serialises or copies a large one at once.

import type { reportEndpoints } from '#contract/reports.ts';
import type { Refusal } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import type { Connections } from '../db/connect.ts';
import { InexactNumber } from '../db/inexact-number.ts';
import type { MetricValues } from '../metrics/metrics.ts';
import type { Call } from '../request/call.ts';
import { RefusalError } from '../request/refused.ts';

export type ReportName = keyof typeof reportEndpoints;

export type ReportSetup = { config: Config; connections: Omit<Connections, 'log' | 'observer'> };

export type ReportRequest = Omit<Call, 'endpoint' | 'handle'> & {
  id: number;
  name: ReportName;
  /** The trace that the report belongs to. */
  parent: string | null;
};

/** Instead of a report: what the process measures of itself. */
export type MetricsRequest = { asks: 'metrics' };

type Failure = { refusals: readonly Refusal[] } | { message: string; isInexact: boolean; code?: string };

export type ReportMessage =
  | { kind: 'ready' }
  | { kind: 'metrics'; values: MetricValues }
  | { kind: 'chunk'; id: number; chunk: Uint8Array }
  | { kind: 'end'; id: number }
  | { kind: 'failed'; id: number; failure: Failure };

export const maxChunkBytes = 64_000;

export function failureOf(error: unknown): Failure {
  if (error instanceof RefusalError) return { refusals: error.refusals };
  const isInexact = error instanceof InexactNumber;
  if (!(error instanceof Error)) return { message: String(error), isInexact };
  return { message: error.message, isInexact, ...('code' in error ? { code: String(error.code) } : {}) };
}

export function errorOf(failure: Failure): Error {
  if ('refusals' in failure) return new RefusalError(failure.refusals);
  if (failure.isInexact) return new InexactNumber(failure.message);
  return Object.assign(new Error(failure.message), failure.code === undefined ? {} : { code: failure.code });
}
