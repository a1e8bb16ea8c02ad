// R12: a new release migrates the database while the previous one serves people, and while somebody reads whole tables for four seconds
// again and again. Afterwards the previous release continues on the new schema.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Fault, missedOf } from './fault.ts';
import { temporaryFolder, withSeparateDatabase } from './support/installation.ts';
import { compare, startLoad } from './support/load.ts';
import { loadOutcome } from './support/outcome.ts';
import { failedOf, pace } from './support/pace.ts';
import { ask, signInMembers } from './support/people.ts';
import { checkOut, findPreviousCommit } from './support/previous-release.ts';

const readsPerSecond = 200;
/** With a pause of 150 ms, five writes a second each. */
const lanes = { lanes: 4, pauseMs: 150 };
const maxP99Ms = 500;
const aloneMs = 3_000;
const onNewSchemaMs = 5_000;

export const migrationsUnderLoad: Fault = {
  id: 'R12',
  danger:
    '300,000 worklogs are migrated from the schema of eight migrations ago under 200 reads and 20 writes a second, and beside readers of 4 s',
  target: 'no request waits longer than 500 ms (p99), none fails, the previous release works on the new schema',
  needs: ['history'],
  trials: 1,
  run: async ({ random, isQuick }) => {
    const folder = temporaryFolder();
    const release = join(folder, 'release');
    checkOut(findPreviousCommit() ?? '', release);
    const where = { worklogs: isQuick ? 20_000 : 300_000, release };
    return withSeparateDatabase(where, async ({ connect, serve }) => {
      const previous = await serve({}, { release });
      const superuser = await connect();
      const before = await migrationsIn(superuser);
      const [person] = await signInMembers(superuser, 'company admin', 1);
      const path = `/companies/${person?.companyId}/worklogs/${await someWorklog(superuser)}`;
      const load = await startLoad(superuser, previous.address, { ...lanes, random });
      const reader = readForSeconds(await connect());
      const read = () => ask({ address: previous.address, ...(person && { person }) }, 'GET', path);
      const alone = await pace(readsPerSecond, aloneMs, read);
      const began = performance.now();
      const migrated = serve().then(() => performance.now() - began);
      const reads = await pace(
        readsPerSecond,
        migrated.then(() => sleep(onNewSchemaMs)),
        read,
      );
      await reader.stop();
      const figures = await load.stop();
      const applied = (await migrationsIn(superuser)) - before;
      const repeated = Object.values(figures.repeated).reduce((sum, times) => sum + times, 0);
      return loadOutcome(figures, await compare(superuser, figures), {
        figures: {
          migrations: applied,
          'migrated after (ms)': Math.round(await migrated),
          reads: reads.count,
          'failed reads': failedOf(reads),
          'p99 of reads before (ms)': alone.p99Ms,
          'p99 of reads (ms)': reads.p99Ms,
          'slowest read': reads.slowestMs,
          'p99 of writes (ms)': figures.p99Ms,
        },
        missed: missedOf({
          'migrations were applied': applied > 0,
          'reads within 500 ms (p99)': reads.p99Ms <= maxP99Ms,
          'writes within 500 ms (p99)': figures.p99Ms <= maxP99Ms,
          'no failed read': failedOf(reads) === 0,
          'no failed write': repeated === 0,
          'the previous release keeps running': previous.program.exitCode === null,
        }),
      });
    }).finally(() => rmSync(folder, { recursive: true, force: true }));
  },
};

/** As a long export does. */
function readForSeconds(client: pg.Client) {
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await client.query('begin');
      for (const table of ['companies', 'members', 'users', 'projects', 'tasks', 'worklogs', 'worklog_events'])
        await client.query(`select from ${table} limit 1`);
      await client.query('select pg_sleep(4)');
      await client.query('commit');
      await sleep(1_000);
    }
  })();
  const stop = () => {
    isOver = true;
    return reading;
  };
  return { stop };
}

async function migrationsIn(superuser: pg.Client): Promise<number> {
  const { rows } = await superuser.query<{ count: number }>('select count(*)::int as count from schema_migrations');
  return rows[0]?.count ?? 0;
}

async function someWorklog(superuser: pg.Client): Promise<string> {
  const { rows } = await superuser.query<{ id: string }>(`select id from worklogs where status = 'pending' limit 1`);
  return rows[0]?.id ?? '';
}
