// A low-priority process that computes reports while several companies are active, so that building, validating and serialising large
// responses does not block the server. Started on demand, ended when idle, with limited memory. The only active company does not
// use it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { reportEndpoints } from '#contract/reports.ts';
import type { Log } from '../log.ts';
import { lowerProcessPriority } from '../low-priority.ts';
import type { MetricValues } from '../metrics/metrics.ts';
import type { Call } from '../request/call.ts';
import { JsonText } from '../request/json-text.ts';
import { refused } from '../request/refused.ts';
import { traceparent } from '../tracing/spans.ts';
import {
  errorOf,
  type MetricsRequest,
  type ReportMessage,
  type ReportName,
  type ReportRequest,
  type ReportSetup,
} from './messages.ts';

export type ReportProcess = {
  /** Null for other endpoints, and if the process cannot be started: the caller then computes the report itself. */
  compute(call: Call): Promise<JsonText | null>;
  /** What the process measures of itself; null while it is not running. */
  metrics(): Promise<MetricValues | null>;
  /** The process id, while it is running. */
  pid(): number | null;
  close(): Promise<void>;
};

type Parts = ReportSetup & { log: Log };

const maxMemoryMb = 512;
const maxIdleMs = 300_000;
const startLimitMs = 15_000;
/** After a start that failed. */
const retryAfterMs = 30_000;
const endLimitMs = 500;
/** A busy process is left out of the metrics. */
const metricsLimitMs = 1_000;

export function openReportProcess(parts: Parts): ReportProcess {
  let running: Running | null = null;
  let blockedUntil = 0;
  let isClosed = false;
  const start = (): Running | null => {
    if (performance.now() < blockedUntil) return null;
    const started = startProcess(parts);
    started.ended.then((wasReady) => {
      running = null;
      if (!wasReady) blockedUntil = performance.now() + retryAfterMs;
    });
    return started;
  };
  return {
    compute: async (call) => {
      const name = nameOf(call);
      if (name === null || isClosed) return null;
      running ??= start();
      const used = running;
      return used && (await used.isReady()) ? used.compute(name, call) : null;
    },
    metrics: async () => running?.metrics.read() ?? null,
    pid: () => running?.child.pid ?? null,
    close: async () => {
      isClosed = true;
      await running?.end();
    },
  };
}

function nameOf({ endpoint }: Call): ReportName | null {
  for (const name of reportNames) if (reportEndpoints[name] === endpoint) return name;
  return null;
}

const isReportName = (name: string): name is ReportName => Object.hasOwn(reportEndpoints, name);
const reportNames = Object.keys(reportEndpoints).filter(isReportName);

type Running = ReturnType<typeof startProcess>;

function startProcess({ config, connections, log }: Parts) {
  const child = forkCompute();
  const responses = trackResponses();
  let state: 'starting' | 'ready' | 'ending' = 'starting';
  const metrics = trackMetrics(child);
  const ready = Promise.withResolvers<boolean>();
  const over = Promise.withResolvers<boolean>();
  const end = () => {
    state = 'ending';
    return endProcess(child);
  };
  const idle = setTimeout(end, maxIdleMs).unref();
  const lost = () => {
    state = 'ending';
    clearTimeout(idle);
    responses.fail();
    ready.resolve(false);
    ready.promise.then(over.resolve);
  };
  watchLoss(child, log, lost);
  child.on('message', (message: ReportMessage) => {
    if (message.kind !== 'ready') return responses.receive(message);
    if (state === 'starting') state = 'ready';
    ready.resolve(true);
  });
  child.send({ config, connections } satisfies ReportSetup);
  const started = Promise.race([ready.promise, sleep(startLimitMs, undefined, { ref: false })]);
  const isReady = async () => {
    if (state === 'starting') await started;
    return state === 'ready';
  };
  const compute = (name: ReportName, { endpoint: _, handle: __, ...call }: Call): Promise<JsonText> => {
    idle.refresh();
    const { id, text } = responses.expect();
    child.send({ ...call, name, id, parent: traceparent() } satisfies ReportRequest);
    return text;
  };
  /** `ended` resolves to whether the process had become ready. */
  return { child, compute, metrics, ended: over.promise, end, isReady };
}

function watchLoss(child: ChildProcess, log: Log, lost: () => void): void {
  child.once('exit', (code, signal) => {
    if (code !== 0) log.warn({ code, signal }, 'report process ended unexpectedly');
    lost();
  });
  child.on('error', (error) => {
    log.warn({ error: error.message }, 'report process failed');
    if (child.pid === undefined) lost();
  });
}

function forkCompute(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./compute.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${maxMemoryMb}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  lowerProcessPriority(child);
  // The child process does not keep the server running.
  child.unref();
  child.channel?.unref();
  return child;
}

/** One reading at a time: the port of the metrics shares it between readers. */
function trackMetrics(child: ChildProcess) {
  let receive: (values: MetricValues) => void = () => undefined;
  child.on('message', (message: ReportMessage) => {
    if (message.kind === 'metrics') receive(message.values);
  });
  return {
    read: async (): Promise<MetricValues | null> => {
      if (!child.connected) return null;
      const values = Promise.withResolvers<MetricValues>();
      receive = values.resolve;
      child.send({ asks: 'metrics' } satisfies MetricsRequest);
      return Promise.race([values.promise, sleep(metricsLimitMs, null, { ref: false })]);
    },
  };
}

function trackResponses() {
  const expected = new Map<number, { chunks: Uint8Array[]; text: PromiseWithResolvers<JsonText> }>();
  let count = 0;
  return {
    expect: (): { id: number; text: Promise<JsonText> } => {
      count += 1;
      const text = Promise.withResolvers<JsonText>();
      expected.set(count, { chunks: [], text });
      return { id: count, text: text.promise };
    },
    receive: (message: Exclude<ReportMessage, { kind: 'ready' }>): void => {
      if (message.kind === 'metrics') return;
      const one = expected.get(message.id);
      if (!one) return;
      if (message.kind === 'chunk') {
        one.chunks.push(message.chunk);
        return;
      }
      expected.delete(message.id);
      if (message.kind === 'end') one.text.resolve(new JsonText(one.chunks));
      else one.text.reject(errorOf(message.failure));
    },
    fail: (): void => {
      for (const { text } of expected.values()) text.reject(refused('server.unavailable'));
      expected.clear();
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await Promise.race([ended, sleep(endLimitMs, undefined, { ref: false })]);
  child.kill('SIGKILL');
}
