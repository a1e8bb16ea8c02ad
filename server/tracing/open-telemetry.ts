// Records traces and sends them to a collector, in batches and never in the way of a request. Loaded only if
// OTEL_EXPORTER_OTLP_ENDPOINT is set. Nothing is registered globally, so no library traces anything by itself.

import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing.ts';
import type { Log } from '../log.ts';
import { type SpanStart, setTracer } from './spans.ts';

type Parts = { tracing: NonNullable<TracingConfig['tracing']>; process: 'server' | 'reports'; log: Log };

export type RequestTracer = {
  /** `parent`: the traceparent of a caller that is trusted. */
  start(parent: string | null): RequestSpan;
};

export type RequestSpan = {
  /** What `work` begins is part of the request. */
  run(work: () => void): void;
  end(request: { name: string; attributes: Readonly<Record<string, string | number>>; isFailed: boolean }): void;
};

export type Tracing = RequestTracer & {
  /** Sends what is still waiting, for at most half a second. */
  stop(): Promise<void>;
};

/** A collector that does not answer must not delay the end of the process. */
const stopLimitMs = 500;
/** For one batch; then it is dropped. */
const exportLimitMs = 10_000;
const maxWaitingSpans = 8_192;
const batchDelayMs = 1_000;

export function startTracing(parts: Parts): Tracing {
  const provider = openProvider(parts);
  const tracer = provider.getTracer('daybook');
  const current = new AsyncLocalStorage<Context>();
  const contextNow = (): Context => current.getStore() ?? ROOT_CONTEXT;
  setTracer({
    run: ({ name, kind = 'internal', attributes = {} }: SpanStart, work) => {
      const context = contextNow();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context);
      return current.run(trace.setSpan(context, span), () => endWith(span, work));
    },
    parent: () => traceparentOf(trace.getSpanContext(contextNow())),
    runAsChild: (traceparent, work) => current.run(contextOf(traceparent), work),
  });
  return {
    start: (parent) => {
      const context = parent === null ? ROOT_CONTEXT : contextOf(parent);
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, context);
      return {
        run: (work) => current.run(trace.setSpan(context, span), work),
        end: ({ name, attributes, isFailed }) => {
          span.updateName(name).setAttributes(attributes);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: async () => {
      setTracer(null);
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(stopLimitMs, undefined, { ref: false })]);
    },
  };
}

function openProvider({ tracing: { endpoint, ratio }, process, log }: Parts): TracerProvider {
  diag.setLogger(onlyErrors(log), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const exporter = new OTLPTraceExporter({ url: tracesUrl(endpoint), timeoutMillis: exportLimitMs });
  return new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'daybook',
      'service.instance.id': `${hostname()}-${globalThis.process.pid}`,
      'daybook.process': process,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter, maxQueueSize: maxWaitingSpans, scheduledDelayMillis: batchDelayMs }),
    ],
  });
}

const kinds = { client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

/** The error itself may quote values: only its code, or its class, is recorded. */
async function endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // A refusal is an answer, not a failure.
    if (!isRefusal(error)) span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Error && 'refusals' in error;

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name;
}

const tracesUrl = (endpoint: string): string => `${endpoint.replace(/\/+$/, '')}/v1/traces`;

const traceparentOf = (span: SpanContext | undefined): string | null =>
  span === undefined ? null : `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;

/** The root context if it is malformed. */
function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = '0'] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

const nothing = () => undefined;

const onlyErrors = (log: Log) => ({
  error: (message: string) => log.warn({ error: message.slice(0, 300) }, 'traces could not be sent'),
  warn: nothing,
  info: nothing,
  debug: nothing,
  verbose: nothing,
});
