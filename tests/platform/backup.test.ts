// Backup and restore of the embedded database: continuously, while people work, to any moment. One installation is written to,
// backed up and lost; the tests restore it.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Target } from '#server/backup/choose-base.ts';
import { claimPlace, refuseInsideData } from '#server/backup/claim.ts';
import { drillFolder, restoreDrill } from '#server/backup/drill.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import { readBases, type TableHashes, writeManifest } from '#server/backup/manifest.ts';
import { parseMoment } from '#server/backup/moment.ts';
import { ensureWritable } from '#server/backup/open.ts';
import { checksumOf, openPacker, openUnpacker } from '#server/backup/pack.ts';
import { restoreInstallation } from '#server/backup/restore-installation.ts';
import { clientOf, differences, hashTables } from '#server/backup/table-hashes.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { createLog } from '#server/log.ts';
import { testPassword } from '../support/app.ts';
import { type BackedUp, configOf, startBackedUp } from '../support/backed-up.ts';
import { foundTestCompany, submitDay } from '../support/company.ts';
import { png } from '../support/receipts.ts';

vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

const log = createLog('silent');
let source: BackedUp;
let between: { at: Date; tables: TableHashes };
let closedId: string;
/** Its backups are encrypted. */
let key: string;

beforeAll(async () => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  key = await generateX25519Identity();
  source = await startBackedUp(await identityToRecipient(key));
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

async function restore(target: Target, into: string, backups = source.backups, withKey = key): Promise<boolean> {
  const place = folderPlace(backups);
  const unpack = await openUnpacker(withKey);
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
       (select deactivated_at is null from members where user_id = u.id) as "isActive",
       (select restored_at > $2 from installation) as "saysRestored" from users u where id = $1`,
    [closedId, between.at],
  );
  await client.end();
  await embedded.stop();
  expect(rows).toEqual([{ email: null, sessions: 0, isActive: false, saysRestored: true }]);
  // Erased again, and recorded so; devices notice the restore.
  const erased = [
    'accounts',
    'audit_events',
    'installation',
    'invites',
    'known_browsers',
    'link_codes',
    'members',
    'sessions',
    'users',
  ];
  expect(differences(between.tables, restored).map((line) => line.split(/[.:]/)[1])).toEqual(erased);
});

test('the drill restores the newest base backup as it was, and names each table that differs', async () => {
  const place = folderPlace(source.backups);
  const unpack = await openUnpacker(key);
  const { base, problems } = await restoreDrill({ place, unpack, folder: drillFolder(source.home), log });
  expect(problems).toEqual([]);
  expect(base.tables['public.worklogs']).toMatchObject({ rows: 1 });
  const changed = { ...base.tables, 'public.worklogs': { rows: 1, hash: '1' } };
  expect(differences(base.tables, changed)).toEqual([expect.stringMatching(/^public\.worklogs: 1 rows before/)]);
  expect(readdirSync(source.home)).not.toContain('restore-drill');
});

/** A copy of the backups in which something is changed, and why nothing is restored from it. */
async function refusalAfter(
  change: (backups: string, files: string[]) => unknown,
  target: Target = { kind: 'latest' },
) {
  const [backups, into] = [join(source.home, 'changed'), join(source.home, 'refused')];
  for (const folder of [backups, into]) rmSync(folder, { recursive: true, force: true });
  cpSync(source.backups, backups, { recursive: true });
  const files = readdirSync(backups, { recursive: true, encoding: 'utf8' }).sort();
  await change(backups, files);
  return refusalOf(restore(target, into, backups));
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('nothing is restored, and the message names the reason,', () => {
  const named = (files: string[], form: RegExp) => files.findLast((file) => form.test(file)) ?? '';

  test.each([
    ['a part', /part-00001/, /part-00001.*is damaged: its SHA-256 must be [0-9a-f]{64}/],
    [
      'a segment of the log',
      /\/0000000100000000000000\w\w\.[0-9a-f]{64}/,
      /wal\/.* is damaged: unpacked, its SHA-256 must be/,
    ],
    ['the manifest', /manifest\./, /manifest.*is damaged: its SHA-256 must be [0-9a-f]{64}/],
  ])('if %s is damaged', async (_, form, expected) => {
    const refusal = await refusalAfter((backups, files) => {
      const damaged = named(files, form);
      // Of another file of its kind, if there is one: it can be decrypted and unpacked.
      const other = files.find((file) => form.test(file) && file !== damaged);
      writeFileSync(join(backups, damaged), other === undefined ? 'other' : readFileSync(join(backups, other)));
    });
    expect(refusal).toMatch(expected);
  });

  test('if a part or a segment of the log is missing', async () => {
    const without = (form: RegExp) => refusalAfter((backups, files) => rmSync(join(backups, named(files, form))));
    expect(await without(/part-00002/)).toMatch(/part-00002.*is missing: its SHA-256 must be [0-9a-f]{64}/);
    const [base] = await readBases(folderPlace(source.backups));
    expect(await without(new RegExp(`/${base?.lastSegment}\\.`))).toMatch(
      /Segment \d+ of the write-ahead log is missing/,
    );
  });

  test('if the backup is from a newer version', async () => {
    const refusal = await refusalAfter(async (backups, files) => {
      const [base] = await readBases(folderPlace(backups));
      rmSync(join(backups, named(files, /manifest\./)));
      if (base) await writeManifest(folderPlace(backups), base.id, { ...base, migration: '9999-later.sql' });
    });
    expect(refusal).toMatch(/was made by a newer version of Daybook/);
    const laterFormat = await refusalAfter(async (backups, files) => {
      rmSync(join(backups, named(files, /manifest\./)));
      const content = Buffer.from('{"format":2}');
      const [folder] = named(files, /part-00001/).split('/part-');
      await folderPlace(backups).write(`${folder}/manifest.${checksumOf(content)}.json`, content);
    });
    expect(laterFormat).toMatch(/was made by a newer version of Daybook/);
  });

  test('if the key is another one', async () => {
    const { generateX25519Identity } = await import('age-encryption');
    const into = join(source.home, 'wrong-key');
    const refusal = await refusalOf(restore({ kind: 'latest' }, into, source.backups, await generateX25519Identity()));
    expect(refusal).toMatch('is not the one that the backup was encrypted for');
    expect(readdirSync(into)).toEqual(['restoring']);
  });

  test('if the moment is before the first backup, in the future, or no moment', async () => {
    const before = await refusalAfter(() => undefined, { kind: 'time', at: new Date('2020-01-01T00:00:00Z') });
    expect(before).toMatch(/The first backup .* was complete at \d{4}-/);
    const after = await refusalAfter(() => undefined, { kind: 'time', at: new Date(Date.now() + 60_000) });
    expect(after).toMatch(/The stored write-ahead log ends before .*\n.*is from \d{4}-.*Nothing was restored/);
    const now = new Date('2026-11-22T10:00:00Z');
    expect(() => parseMoment('2026-11-22 14:32Z', 'Asia/Jakarta', now)).toThrow('is in the future');
    expect(() => parseMoment('yesterday', 'Asia/Jakarta', now)).toThrow('is no moment');
    expect(() => parseMoment('2026-03-29 02:30', 'Europe/Berlin', now)).toThrow('does not exist, or exists twice');
    expect(parseMoment('2026-11-22 14:32', 'Asia/Jakarta', now).toISOString()).toBe('2026-11-22T07:32:00.000Z');
  });

  test('if the folder has data', async () => {
    const used = join(source.home, 'used');
    mkdirSync(join(used, 'postgres'), { recursive: true });
    expect(await refusalOf(restore({ kind: 'latest' }, used))).toMatch(/is not empty .*Nothing was overwritten/);
    expect(readdirSync(used)).toEqual(['postgres']);
  });
});

test('what is encrypted opens with its key only', async () => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const [own, other] = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
  const { suffix, pack } = await openPacker(await identityToRecipient(own));
  const stored = await pack([Buffer.from('payroll')]);
  const opened = async (key?: string) => (await (await openUnpacker(key))(`file${suffix}`, stored)).toString();
  expect(stored.includes('payroll')).toBe(false);
  expect(await opened(own)).toBe('payroll');
  expect(await refusalOf(opened(other))).toMatch('is not the one that the backup was encrypted for');
  expect(await refusalOf(opened())).toMatch('The backup is encrypted');
});

test('a place that is not usable is refused before anything is written', async () => {
  const place = folderPlace(source.backups);
  expect(await refusalOf(claimPlace(place, 'another'))).toMatch('contains the backups of another installation');
  const data = join(source.home, 'data');
  const installation = { dataDir: data, receiptsS3: undefined };
  const placeAt = (path: string) =>
    ({ place: { kind: 'folder', path }, recipient: undefined, days: 7, drill: false }) as const;
  for (const inside of [data, join(data, 'receipts'), join(data, 'postgres', 'backups'), source.home])
    expect(() => refuseInsideData(placeAt(inside), installation), inside).toThrow('is among the data');
  expect(() => refuseInsideData(placeAt(join(data, 'backups')), installation)).not.toThrow();
  writeFileSync(join(source.home, 'file'), '');
  for (const closed of [join(source.home, 'file', 'backups'), '/proc/backups'])
    expect(await refusalOf(ensureWritable(placeAt(closed))), closed).toMatch(
      /BACKUP_PLACE .* cannot be used .* Mount its disk writable, give the folder to this user/,
    );
});
