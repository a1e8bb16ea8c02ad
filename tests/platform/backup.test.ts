// Backup and restore of the embedded database: continuously, while people work, to any moment. One installation is written to,
// backed up and lost; the tests restore it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Target } from '#server/backup/choose-base.ts';
import { drillFolder, restoreDrill } from '#server/backup/drill.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import type { TableHashes } from '#server/backup/manifest.ts';
import { openUnpacker } from '#server/backup/pack.ts';
import { restoreInstallation } from '#server/backup/restore-installation.ts';
import { clientOf, differences, hashTables } from '#server/backup/table-hashes.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';
import { testPassword } from '../support/app.ts';
import { type BackedUp, configOf, startBackedUp } from '../support/backed-up.ts';
import { foundTestCompany, submitDay } from '../support/company.ts';
import { png } from '../support/receipts.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const log = createLog('silent');
let source: BackedUp;
let between: { at: Date; tables: TableHashes };
let closedId: string;

beforeAll(async () => {
  source = await startBackedUp();
  const company = await foundTestCompany(source.test);
  await submitDay(company, company.worker, '2026-11-02', '08:00', '10:00');
  await company.worker.upload(company.id, png());
  await source.backUp();
  await submitDay(company, company.worker, '2026-11-03', '08:00', '10:00');
  await company.worker.upload(company.id, png(16));
  between = await source.moment();
  await company.worker.upload(company.id, png(24));
  await submitDay(company, company.worker, '2026-11-04', '08:00', '10:00');
  closedId = company.reviewer.userId;
  await company.reviewer.ok('POST /account/closing', { currentPassword: testPassword });
  await source.untilStored();
  await source.lose();
});

afterAll(() => source.remove());

const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

async function restore(target: Target, into: string): Promise<boolean> {
  const [place, unpack] = [folderPlace(source.backups), await openUnpacker(undefined)];
  const config = configOf({ DATA_DIR: into });
  return restoreInstallation({ place, unpack, target, into, config, acceptsLoss: false, log });
}

test('a lost installation is restored to an earlier moment: tables, receipts of then, secret; who closed an account since stays erased', async () => {
  const into = join(source.home, 'earlier');
  expect(await restore({ kind: 'time', at: between.at }, into)).toBe(true);
  expect(filesIn(join(into, 'receipts'))).toBe(2);
  const embedded = await startEmbedded({ dataDir: into, log });
  const client = clientOf(embedded.administratorConfig);
  await client.connect();
  const restored = await hashTables(client);
  const { rows } = await client.query(
    `select email, (select count(*)::int from sessions where user_id = u.id) as sessions,
       (select deactivated_at is null from members where user_id = u.id) as "isActive" from users u where id = $1`,
    [closedId],
  );
  await client.end();
  await embedded.stop();
  expect(rows).toEqual([{ email: null, sessions: 0, isActive: false }]);
  const erased = ['accounts', 'invites', 'known_browsers', 'link_codes', 'members', 'sessions', 'users'];
  expect(differences(between.tables, restored).map((line) => line.split(/[.:]/)[1])).toEqual(erased);
});

test('the drill restores the newest base backup as it was, and names each table that differs', async () => {
  const [place, unpack] = [folderPlace(source.backups), await openUnpacker(undefined)];
  const { base, problems } = await restoreDrill({ place, unpack, folder: drillFolder(source.home), log });
  expect(problems).toEqual([]);
  expect(base.tables['public.worklogs']).toMatchObject({ rows: 1 });
  const changed = { ...base.tables, 'public.worklogs': { rows: 1, hash: '1' } };
  expect(differences(base.tables, changed)).toEqual([expect.stringMatching(/^public\.worklogs: 1 rows before/)]);
  expect(readdirSync(source.home)).not.toContain('restore-drill');
});
