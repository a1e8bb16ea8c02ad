// R08: the disk of the database is full for nine seconds under load, at the end without space for the write-ahead log either.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { smallVolume } from '#tests/support/full-disk.ts';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { compare, type Load, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { failedOf, pace } from './support/pace.ts';
import { ask, signInMembers } from './support/people.ts';

const fullMs = 4_500;
const maxBackMs = 5_000;

export const fullDisk: Fault = {
  id: 'R08',
  danger: 'the disk of the database is full for nine seconds, at the end also for its write-ahead log',
  target:
    'nothing acknowledged is lost; reads succeed while the log has space; writes succeed 5 s after there is space, without a restart',
  needs: ['root'],
  trials: 3,
  run: async ({ random }) => {
    const volume = smallVolume();
    try {
      return await withOwnDatabase({ folder: volume.folder }, async ({ connect, serve }) => {
        const server = await serve();
        const superuser = await connect();
        const [reader] = await signInMembers(superuser, 'timesheet approver', 1);
        const load = await startLoad(superuser, server.address, { random });
        const read = () => ask({ address: server.address, ...(reader && { person: reader }) }, 'GET', '/session');
        await sleep(1_000);
        const filling = setInterval(volume.fill, 200);
        volume.fill();
        const reads = await pace(20, fullMs, read);
        await exhaustLog(superuser);
        const later = await pace(20, fullMs, read);
        clearInterval(filling);
        volume.free();
        const backMs = await untilNext(load);
        await sleep(1_000);
        const figures = await load.stop();
        const stored = await compare(await connect(), figures);
        return loadOutcome(figures, stored, {
          figures: {
            'failed reads': failedOf(reads),
            'failed reads, no log': failedOf(later),
            'back after (ms)': backMs,
          },
          missed: missedOf({
            'reads succeed while the log has space': failedOf(reads) === 0,
            'writes were refused': (figures.repeated[503] ?? 0) > 0,
            'writes succeed within 5 s': backMs <= maxBackMs,
            'the server keeps running': server.program.exitCode === null && server.program.signalCode === null,
          }),
        });
      });
    } finally {
      volume.remove();
    }
  },
};

/** Requires new files of the write-ahead log. */
async function exhaustLog(superuser: pg.Client): Promise<void> {
  for (let file = 0; file < 8; file += 1)
    await superuser.query("select pg_logical_emit_message(false, '', 'x'), pg_switch_wal()").catch(() => undefined);
}

async function untilNext(load: Load): Promise<number> {
  const began = performance.now();
  const before = load.acknowledged();
  while (load.acknowledged() === before && performance.now() - began < 60_000) await sleep(10);
  return Math.round(performance.now() - began);
}
