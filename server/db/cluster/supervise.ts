// Keeps the embedded PostgreSQL running: if it ends unexpectedly it is restarted, however many attempts that takes.
// A full disk can prevent a restart for hours; the process then answers 503, and recovers by itself once there is space.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import { runServer, type Server, type ServerOptions, type StopMode } from './run.ts';

export type Supervised = {
  /** Process id of the current server. */
  pid(): number;
  stop(mode?: StopMode): Promise<void>;
};

/**
 * After the crash of one of its processes PostgreSQL ends, and is started again here. If it restarted itself instead and then failed in
 * its recovery, for example on a full disk, PostgreSQL 18 would neither end nor try again: it would remain in recovery until somebody ends it.
 */
const endingSettings = { restart_after_crash: 'off' };

const firstPauseMs = 250;
/** Short, so that the database is back within seconds after space was freed. */
const maxPauseMs = 1_000;

export async function superviseServer(given: ServerOptions, log: Log): Promise<Supervised> {
  const options = { ...given, settings: { ...given.settings, ...endingSettings } };
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
    stop: async (mode) => {
      stopping.abort();
      await current?.stop(mode);
      await supervised;
    },
  };
}

/** Null if the process stops before it succeeded. */
async function startAgain(options: ServerOptions & { signal: AbortSignal }, log: Log): Promise<Server | null> {
  const { signal } = options;
  log.error('embedded database ended unexpectedly, restarting it');
  for (let failures = 0; ; failures += 1) {
    try {
      const server = await runServer(options);
      log.warn({ failures }, 'embedded database is running again');
      return server;
    } catch (error) {
      if (signal.aborted) return null;
      if (isPowerOfTwo(failures + 1))
        log.error({ failures: failures + 1, ...reasonOf(error) }, 'embedded database cannot start');
    }
    await sleep(Math.min(maxPauseMs, firstPauseMs * 2 ** failures), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return null;
  }
}

/** Logged with growing intervals: the log may be on the full disk. */
const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

const reasonOf = (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) });
