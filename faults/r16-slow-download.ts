// R16: a large report is downloaded slowly, and by clients that vanish in the middle.

import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { residentMemoryOf } from '#bench/process-figures.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { type Fault, missedOf } from './fault.ts';
import { withOwnDatabase } from './support/installation.ts';
import { type SignedIn, signInMembers } from './support/people.ts';

const worklogs = 300_000;
const bytesPerSecond = 50_000;
const slowForMs = 20_000;
const maxMiB = 100;
const maxCancelledMs = 2_000;

export const slowDownload: Fault = {
  id: 'R16',
  danger: 'a file of 300,000 worklogs is read at 50 kB/s, and by clients that vanish',
  target: 'at most 100 MiB more memory, the database is released within 2 s of a disconnect',
  needs: [],
  trials: 1,
  run: ({ isQuick }) =>
    withOwnDatabase({ worklogs: isQuick ? 20_000 : worklogs }, async ({ connect, serve }) => {
      const { address, program } = await serve();
      const superuser = await connect();
      const admins = await signInMembers(superuser, 'company admin', 1);
      const [admin] = admins;
      if (admin === undefined) throw new Error('There is no admin.');
      const before = residentMemoryOf(program.pid ?? 0);
      let most = before;
      const sampling = setInterval(() => {
        most = Math.max(most, residentMemoryOf(program.pid ?? 0));
      }, 50);
      const figures: Record<string, number> = {};
      let interrupted = 0;
      for (const format of ['csv', 'xlsx']) {
        const reply = await begin(address, admin, format);
        const bytes = await readSlowly(reply, isQuick ? 2_000 : slowForMs);
        if ((await exportsOf(superuser)) > 0) interrupted += 1;
        const vanishedAt = performance.now();
        reply.destroy();
        await waitUntil(async () => (await exportsOf(superuser)) === 0, { timeout: 30_000, interval: 20 });
        figures[`${format}: released after (ms)`] = Math.round(performance.now() - vanishedAt);
        figures[`${format}: kilobytes read`] = Math.round(bytes / 1_000);
      }
      clearInterval(sampling);
      const moreMiB = Math.round(most - before);
      const released = Object.entries(figures).filter(([name]) => name.includes('released'));
      return {
        acknowledged: null,
        lost: null,
        duplicates: null,
        gapMs: null,
        figures: { ...figures, 'more memory (MiB)': moreMiB },
        missed: missedOf({
          'both were interrupted': isQuick || interrupted === 2,
          'at most 100 MiB more': moreMiB <= maxMiB,
          'released within 2 s': released.every(([, ms]) => ms <= maxCancelledMs),
          'the server keeps running': program.exitCode === null,
        }),
      };
    }),
};

function begin(address: string, { companyId, cookie }: SignedIn, format: string): Promise<IncomingMessage> {
  const path = `/reports/file?of=worklogs&style=plain&format=${format}&from=2020-01-01&to=2027-06-30`;
  return new Promise((resolve, reject) => {
    const sending = request(`${address}/api/v1/companies/${companyId}${path}`, { headers: { cookie } }, (reply) => {
      reply.on('error', () => undefined);
      if (reply.statusCode === 200) resolve(reply.pause());
      else reject(new Error(`The file was refused with ${reply.statusCode}.`));
    });
    sending.on('error', reject).end();
  });
}

async function readSlowly(reply: IncomingMessage, ms: number): Promise<number> {
  let bytes = 0;
  for (const began = performance.now(); performance.now() - began < ms; await sleep(100)) {
    const allowed = ((performance.now() - began) / 1_000) * bytesPerSecond;
    for (let chunk = null; bytes < allowed; bytes += chunk.length) {
      chunk = reply.read();
      if (chunk === null) break;
    }
  }
  return bytes;
}

/** Connections that are writing a file. */
async function exportsOf(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'daybook files' and state <> 'idle'`,
  );
  return rows[0]?.count ?? 0;
}
