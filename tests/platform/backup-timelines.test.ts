// An installation that was restored to an earlier moment continues its backups in the same place. What it stored before it was restored,
// and after that moment, is there as well: it must not be mixed with what follows.
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { Target } from '#server/backup/choose-base.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import { openUnpacker } from '#server/backup/pack.ts';
import { restoreInstallation } from '#server/backup/restore-installation.ts';
import { clientOf } from '#server/backup/table-hashes.ts';
import { findContinuedByDatabase } from '#server/backup/timelines.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';
import { type BackedUp, configOf, startBackedUp } from '../support/backed-up.ts';
import { foundTestCompany, submitDay } from '../support/company.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const log = createLog('silent');
const source = await startBackedUp();

afterAll(() => source.remove());

let count = 0;

async function restored(target: Target, baseId?: string): Promise<string> {
  const into = join(source.home, `restored-${count++}`);
  const place = folderPlace(source.backups);
  const unpack = await openUnpacker(undefined);
  const config = configOf({ DATA_DIR: into });
  expect(await restoreInstallation({ place, unpack, target, baseId, into, config, acceptsLoss: false, log })).toBe(
    true,
  );
  return into;
}

/** The name of its company, and the days of its worklogs. */
async function contentOf(dataDir: string): Promise<string> {
  const embedded = await startEmbedded({ dataDir, log });
  const client = clientOf(embedded.administratorConfig);
  await client.connect();
  const { rows } = await client.query<{ content: string }>(
    `select name || (select string_agg(' ' || day, '' order by day) from worklogs) as content from companies`,
  );
  await client.end();
  await embedded.stop();
  return rows[0]?.content ?? '';
}

const rename = ({ test }: BackedUp, name: string) => test.superuser.query('update companies set name = $1', [name]);

test('after a restore, the backups continue with what was restored; what was left behind is restored by naming its base backup', async () => {
  const company = await foundTestCompany(source.test);
  const submit = (day: string) => submitDay(company, company.worker, day, '08:00', '10:00');
  await rename(source, 'Before');
  const first = await source.backUp();
  await submit('2026-11-02');
  const earlier = await source.moment();
  await submit('2026-11-03');
  const left = await source.backUp();
  await submit('2026-11-04');
  await source.untilStored();
  await source.lose();

  const next = await startBackedUp(undefined, source.home, await restored({ kind: 'time', at: earlier.at }));
  await rename(next, 'After');
  const continues = await findContinuedByDatabase(next.test.superuser);
  expect([first, left].map(continues), 'what retention needs').toEqual([true, false]);
  const since = await next.moment();
  await rename(next, 'Later');
  await next.untilStored();
  await next.lose();

  expect(await contentOf(await restored({ kind: 'latest' }))).toBe('Later 2026-11-02');
  expect(await contentOf(await restored({ kind: 'time', at: since.at }))).toBe('After 2026-11-02');
  const all = 'Before 2026-11-02 2026-11-03 2026-11-04';
  expect(await contentOf(await restored({ kind: 'latest' }, left.id))).toBe(all);
});
