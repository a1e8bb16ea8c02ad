// Where the server listens, under which names it is reached, how it shuts down, and who measures it: the first rows of the table of variables.

import { z } from 'zod';
import { type TracingConfig, tracing } from './tracing.ts';
import { areHostNames, isOrigin, matching, splitList, wholeNumber } from './values.ts';

export const servingSchema = {
  PORT: wholeNumber(1, 65535).optional(),
  HOST: matching(/^[\w.:-]+$/),
  BASE_URL: z.string().refine(isOrigin).optional(),
  ALLOWED_HOSTS: z.string().transform(splitList).refine(areHostNames).optional(),
  SHUTDOWN_GRACE_MS: wholeNumber(0, 60_000).optional(),
  WORKERS: wholeNumber(1, 64).optional(),
  METRICS_PORT: wholeNumber(1, 65535).optional(),
  METRICS_HOST: matching(/^[\w.:-]+$/),
  ...tracing.schema,
};

export const servingVariables = {
  PORT: { byDefault: '3000', means: 'Port to listen on.', mustBe: 'a port number from 1 to 65535' },
  HOST: {
    byDefault: '127.0.0.1',
    means: 'Address to listen on. `0.0.0.0` opens the product to the network: put a proxy with https in front.',
    mustBe: 'a host name or an IP address',
  },
  BASE_URL: {
    byDefault: 'http://localhost:PORT',
    means: 'The address people use, as in links in emails. Cookies are Secure when it begins with https.',
    mustBe: 'a web address without a path, such as https://daybook.example.com',
  },
  ALLOWED_HOSTS: {
    byDefault: 'none',
    means: 'Further host names that the server accepts, besides that of `BASE_URL`, separated by commas.',
    mustBe: 'host names without a port, such as daybook.internal, separated by commas',
  },
  SHUTDOWN_GRACE_MS: {
    byDefault: '300',
    means:
      'How long requests are still served after `/ready` has begun to fail, so that a proxy can send them elsewhere.',
    mustBe: 'a number of milliseconds from 0 to 60000',
  },
  WORKERS: {
    byDefault: 'none',
    means:
      'Number of processes that serve requests. If set, even to 1, `npm run upgrade` replaces them without an interruption.',
    mustBe: 'a whole number from 1 to 64',
  },
  METRICS_PORT: {
    byDefault: 'none',
    means: 'Port of `/metrics` for Prometheus, which `npm run status` reads too: see `docs/operating.md`.',
    mustBe: 'a port number from 1 to 65535',
  },
  METRICS_HOST: {
    byDefault: '127.0.0.1',
    means: 'Address on which `/metrics` listens. Everybody who reaches it may read the figures.',
    mustBe: 'a host name or an IP address',
  },
  ...tracing.variables,
} as const;

type Values = z.output<z.ZodObject<typeof servingSchema>>;

export type ServingConfig = TracingConfig & {
  shutdownGraceMs: number;
  /** Null: this process serves requests itself. */
  workers: number | null;
  metrics: { port: number; host: string } | undefined;
};

export const servingOf = (values: Values): ServingConfig => ({
  shutdownGraceMs: values.SHUTDOWN_GRACE_MS ?? 300,
  workers: values.WORKERS ?? null,
  metrics:
    values.METRICS_PORT === undefined
      ? undefined
      : { port: values.METRICS_PORT, host: values.METRICS_HOST ?? '127.0.0.1' },
  ...tracing.of(values),
});

export function servingContradictions(values: Values): string[] {
  const { PORT = 3000, METRICS_PORT, METRICS_HOST } = values;
  if (METRICS_PORT === PORT) return [`METRICS_PORT must be another port than PORT, which is ${PORT}.`];
  if (METRICS_HOST !== undefined && METRICS_PORT === undefined)
    return ['METRICS_HOST must come with METRICS_PORT, which is not set.'];
  return tracing.contradictions(values);
}
