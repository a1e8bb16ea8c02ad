// Runs a PostgreSQL that cannot outlive this process. It is a child of a small shell that also watches a pipe from this process:
// when the pipe closes, by stop() or because this process died, the shell asks PostgreSQL for a fast, clean shutdown.
// It runs in its own session, so that Ctrl-C reaches only this process, and requests finish before the database stops.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartRefusal } from '../../start-refusal.ts';
import { type Account, spawnIn } from './account.ts';
import { clearStaleLock, isAlive, readLock, serversInside } from './process-table.ts';

export type ServerOptions = {
  bin: string;
  /** Without symbolic links: it is compared with the working directories of processes. */
  directory: string;
  account: Account;
  socketFolder: string;
  logFile: string;
  settings?: Readonly<Record<string, string>>;
  /** How long to wait for another server to release the directory. */
  waitSeconds: number;
  /** Aborts a start that is in progress, by a clean shutdown. */
  signal?: AbortSignal;
};

export type Server = {
  pid: number;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Resolves when it has ended. */
  stop(mode?: StopMode): Promise<void>;
};

/**
 * `fast`: PostgreSQL first writes everything to the data files; a copy made afterwards starts without recovery. `immediate`: it just
 * ends, and the next start replays the log. Neither loses anything committed.
 */
export type StopMode = 'fast' | 'immediate';

/** A fast shutdown that takes longer than this becomes an immediate one. */
const fastLimitMs = 6_000;
/** One that does not react is frozen and is killed. */
const immediateLimitMs = 400;
/** Processes that wait for a broken disk cannot even be killed. */
const killLimitMs = 200;

const shell = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
cd /
{ read -r _ <&3; kill -INT "$server"; } 2>/dev/null &
watch=$!
exec 3<&- </dev/null
wait "$server"; code=$?
kill "$watch" 2>/dev/null
exit "$code"
`;

export async function runServer(options: ServerOptions): Promise<Server> {
  const { bin, directory, account, socketFolder, logFile, signal } = options;
  await clearStaleLock(directory, options.waitSeconds);
  signal?.throwIfAborted();
  const log = openLog(logFile);
  rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  const place = spawnIn(directory, account);
  const socketPlace = socketFolder === directory ? place.name : socketFolder;
  const settings = { ...options.settings, listen_addresses: '', unix_socket_directories: socketPlace };
  const switches = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('/bin/sh', ['-c', shell, 'sh', join(bin, 'postgres'), '-D', place.name, ...switches], {
    ...place.options,
    detached: true,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  const endStart = () => child.stdin?.end();
  signal?.addEventListener('abort', endStart, { once: true });
  const pid = await untilReady(child, directory, logFile).finally(() => signal?.removeEventListener('abort', endStart));
  return { pid, ended, stop: (mode = 'fast') => stop({ child, ended, pid, directory }, mode) };
}

/** Crash recovery may take minutes, so there is no time limit while the server is alive. */
async function untilReady(child: ChildProcess, directory: string, logFile: string): Promise<number> {
  let hasEnded = false;
  child.once('close', () => {
    hasEnded = true;
  });
  child.once('error', () => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const lock = readLock(directory);
    if (lock?.isReady) return lock.pid;
    await sleep(8);
  }
  throw new StartRefusal(`The database in ${directory} did not start. The end of ${logFile}:`, ...lastLines(logFile));
}

type Running = { child: ChildProcess; ended: Promise<void>; pid: number; directory: string };

async function stop({ child, ended, pid, directory }: Running, mode: StopMode): Promise<void> {
  const endsWithin = (ms: number) => Promise.race([ended.then(() => true), sleep(ms, false, { ref: false })]);
  child.stdin?.end();
  if (mode === 'fast' && (await endsWithin(fastLimitMs))) return;
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
  if (await endsWithin(immediateLimitMs)) return;
  for (const one of serversInside(directory)) process.kill(one, 'SIGKILL');
  child.kill('SIGKILL');
  await endsWithin(killLimitMs);
}

function openLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 5_000_000) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

function lastLines(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5);
}
