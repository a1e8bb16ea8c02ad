// A process of low priority in which reports are computed while several companies are active: whatever building, checking and
// serialising a large answer takes, the process that answers everybody goes on. It is started when it is first needed, ends when it
// was not needed for a while, and its memory is limited. A company that is alone does without it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { reportEndpoints } from '#contract/reports.ts';
import type { Log } from '../log.ts';
import type { Call } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';
import {
  errorOf,
  JsonText,
  type ReportMessage,
  type ReportName,
  type ReportRequest,
  type ReportSetup,
} from './messages.ts';

export type ReportProcess = {
  /** Null for other endpoints, and where the process does not start: then the report is computed where the call arrived. */
  compute(call: Call): Promise<JsonText | null>;
  /** Of the process, while it is running. */
  pid(): number | null;
  close(): Promise<void>;
};

type Parts = ReportSetup & { log: Log };

/** Beyond that of the server; 19 is the lowest there is. */
const lowerBy = 10;
const lowestPriority = 19;
const mostMemoryMb = 512;
const maxIdleMs = 300_000;
const startLimitMs = 15_000;
/** After a start that failed. */
const restMs = 30_000;
const endLimitMs = 500;

export function openReportProcess(parts: Parts): ReportProcess {
  let running: Running | null = null;
  let restsUntil = 0;
  let isClosed = false;
  const start = (): Running | null => {
    if (performance.now() < restsUntil) return null;
    const started = startProcess(parts);
    started.ended.then((wasReady) => {
      running = null;
      if (!wasReady) restsUntil = performance.now() + restMs;
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
  const answers = openAnswers();
  let state: 'starting' | 'ready' | 'ending' = 'starting';
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
    answers.fail();
    ready.resolve(false);
    ready.promise.then(over.resolve);
  };
  child.once('exit', (code, signal) => {
    if (code !== 0) log.warn({ code, signal }, 'the process for reports ended unexpectedly');
    lost();
  });
  child.on('error', (error) => {
    log.warn({ error: error.message }, 'the process for reports failed');
    if (child.pid === undefined) lost();
  });
  child.on('message', (message: ReportMessage) => {
    if (message.kind !== 'ready') return answers.settle(message);
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
    const { id, text } = answers.expect();
    child.send({ ...call, name, id } satisfies ReportRequest);
    return text;
  };
  /** `ended`: whether it had ever been ready. */
  return { child, compute, ended: over.promise, end, isReady };
}

function forkCompute(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./compute.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${mostMemoryMb}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  lowerPriority(child);
  // Only what waits for an answer keeps the server running.
  child.unref();
  child.channel?.unref();
  return child;
}

function openAnswers() {
  const expected = new Map<number, { pieces: Uint8Array[]; text: PromiseWithResolvers<JsonText> }>();
  let count = 0;
  return {
    expect: (): { id: number; text: Promise<JsonText> } => {
      count += 1;
      const text = Promise.withResolvers<JsonText>();
      expected.set(count, { pieces: [], text });
      return { id: count, text: text.promise };
    },
    settle: (message: Exclude<ReportMessage, { kind: 'ready' }>): void => {
      const one = expected.get(message.id);
      if (!one) return;
      if (message.kind === 'piece') {
        one.pieces.push(message.piece);
        return;
      }
      expected.delete(message.id);
      if (message.kind === 'whole') one.text.resolve(new JsonText(one.pieces));
      else one.text.reject(errorOf(message.failure));
    },
    fail: (): void => {
      for (const { text } of expected.values()) text.reject(refused('server.unavailable'));
      expected.clear();
    },
  };
}

/** Where this is not allowed, it is an ordinary process. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(lowestPriority, getPriority() + lowerBy));
  } catch {
    return;
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await Promise.race([ended, sleep(endLimitMs, undefined, { ref: false })]);
  child.kill('SIGKILL');
}
