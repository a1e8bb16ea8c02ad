// Keeps the embedded PostgreSQL running: one that ended without being asked to is started again, for as long as it takes.
// A full disk can keep it from starting for hours; the process then answers 503, and recovers by itself once there is space.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { runServer, type Server, type ServerOptions } from './run.ts';

export type Supervised = {
  /** Process number of the current server. */
  pid(): number;
  stop(): Promise<void>;
};

const firstPauseMs = 250;
/** Short, so that the time from free space to the first write stays within seconds. */
const maxPauseMs = 1_000;

export async function superviseServer(options: ServerOptions, log: Log): Promise<Supervised> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: Server | null = await runServer(options);
  let pid = current.pid;
  const supervise = async () => {
    while (current !== null && !signal.aborted) {
      pid = current.pid;
      await current.ended;
      current = signal.aborted ? null : await startAgain({ ...options, signal }, log);
    }
  };
  const supervised = supervise();
  return {
    pid: () => pid,
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await supervised;
    },
  };
}

/** Null when the process stops before it succeeded. */
async function startAgain(options: ServerOptions & { signal: AbortSignal }, log: Log): Promise<Server | null> {
  const { signal } = options;
  log.error('the embedded database ended unexpectedly and is started again');
  for (let failures = 0; ; failures += 1) {
    try {
      const server = await runServer(options);
      log.warn({ failures }, 'the embedded database is running again');
      return server;
    } catch (error) {
      if (signal.aborted) return null;
      if (isPowerOfTwo(failures + 1))
        log.error({ failures: failures + 1, ...reasonOf(error) }, 'the embedded database cannot start');
    }
    await sleep(Math.min(maxPauseMs, firstPauseMs * 2 ** failures), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
  }
}

/** Logged ever more rarely: every line takes space on what may be the full disk. */
const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

const reasonOf = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) });
