// Makes the daily base backup: a process of lower priority, so that requests are not slower meanwhile. The first one soon after the
// first start, later ones before the last one is a day old; after a failure it is tried again every hour.

import { fork } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../log.ts';
import { lowerProcessPriority } from '../low-priority.ts';
import { listManifests, startOfBase } from './manifest.ts';
import type { BackupPlace } from './place.ts';

const firstAfterMs = 60_000;
const checkEveryMs = 60_000;
const retryAfterMs = 3_600_000;
/** So that it is complete before the last one is a day old. */
const maxAgeMs = 23 * 3_600_000;

export type Daily = {
  /** Requests a base backup now, whatever the age of the last one. */
  request(): void;
  stop(): Promise<void>;
};

type Options = {
  place: BackupPlace;
  /** Each backup is restored and compared. */
  hasDrill: boolean;
  log: Log;
  pauses?: { firstAfterMs: number; checkEveryMs: number };
};

export function backUpDaily({ place, hasDrill, log, pauses = { firstAfterMs, checkEveryMs } }: Options): Daily {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRequested = false;
  const run = async () => {
    for (let pauseMs = pauses.firstAfterMs; ; ) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      // A request that comes meanwhile is for the next backup.
      const wasRequested = isRequested;
      isRequested = false;
      const isDone = await ageOfLast(place).then(
        async (age) => {
          if (!wasRequested && age <= maxAgeMs) return true;
          if (!(await runProcess('./main.ts', signal, log))) return false;
          if (hasDrill) await runProcess('./drill-main.ts', signal, log);
          return true;
        },
        // The place is unavailable: the continuous backup reports it, and nothing was tried.
        () => null,
      );
      if (!isDone) isRequested ||= wasRequested;
      pauseMs = isDone === false ? retryAfterMs : pauses.checkEveryMs;
    }
  };
  const running = Promise.all([warnIfLate(place, log), run()]);
  return {
    request: () => {
      isRequested = true;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

const dayMs = 24 * 3_600_000;

/** At the start. The dashboard of company admins shows it, too. */
async function warnIfLate(place: BackupPlace, log: Log): Promise<void> {
  const age = await ageOfLast(place).catch(() => null);
  // Without any, the first one is made within a minute.
  if (age === null || age < dayMs || !Number.isFinite(age)) return;
  const lastBackup = new Date(Date.now() - age).toISOString();
  log.warn({ place: place.name, lastBackup }, 'the last backup is older than a day');
}

async function ageOfLast(place: BackupPlace): Promise<number> {
  const last = (await listManifests(place)).at(-1);
  return last === undefined ? Number.POSITIVE_INFINITY : Date.now() - startOfBase(last.id).getTime();
}

/** Whether it succeeded. */
async function runProcess(file: './main.ts' | './drill-main.ts', signal: AbortSignal, log: Log): Promise<boolean> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    signal,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  lowerProcessPriority(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  const errors = child.stderr === null ? '' : await text(child.stderr);
  const code = await ended;
  if (code !== 0 && !signal.aborted)
    log.error({ errors: errors.trim() }, file === './main.ts' ? 'the daily backup failed' : 'the restore drill failed');
  return code === 0;
}
