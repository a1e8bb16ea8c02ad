// The end of a process: what was started is closed in reverse order, once, within a time limit.
// The first SIGINT or SIGTERM finishes running requests, a second one exits immediately; the database survives either.

import type { Log } from '../log.ts';

export type Closing = (() => Promise<void>)[];

/** Ends the process with this exit code. Only the first call decides the code. */
export type End = (code: number) => Promise<void>;

const repeatedSignalMs = 500;
const terminalSignals = ['SIGINT', 'SIGHUP'] as const;

export type EndOptions = {
  log: Log;
  /** What is started later is added at the front. */
  closing: Closing;
  limitMs: number;
  /** Ctrl-C reaches every process of the terminal; a worker is stopped by its supervisor. */
  isWorker: boolean;
};

export function endOnce({ log, closing, limitMs, isWorker }: EndOptions): End {
  let ending: Promise<void> | undefined;
  const end = (code: number) => {
    ending ??= closeAll(log, closing, limitMs).finally(() => process.exit(code));
    return ending;
  };
  let firstSignalAt = Number.POSITIVE_INFINITY;
  const endBySignal = () => {
    // Ctrl-C reaches every process of the terminal, and npm forwards it again: a repetition within this time is not a second signal.
    if (performance.now() - firstSignalAt > repeatedSignalMs) process.exit(1);
    firstSignalAt = Math.min(firstSignalAt, performance.now());
    void end(0);
  };
  for (const signal of terminalSignals) process.on(signal, isWorker ? () => undefined : endBySignal);
  process.on('SIGTERM', endBySignal);
  // The script that started this process through npm was killed.
  process.on('disconnect', () => void end(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal(error, 'unhandled error');
      void end(1);
    });
  return end;
}

async function closeAll(log: Log, closing: Closing, limitMs: number): Promise<void> {
  const limit = setTimeout(() => {
    log.error('shutdown timed out');
    process.exit(1);
  }, limitMs);
  for (const close of closing) await close().catch((error: unknown) => log.error(error, 'shutdown error'));
  clearTimeout(limit);
}
