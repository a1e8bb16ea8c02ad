// What is deleted from the backups: never what a moment within the retention needs.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseBase } from '#server/backup/choose-base.ts';
import { folderPlace } from '#server/backup/folder-place.ts';
import { baseIdAt, folderOfBase, listManifests, writeManifest } from '#server/backup/manifest.ts';
import { openUnpacker } from '#server/backup/pack.ts';
import type { BackupPlace } from '#server/backup/place.ts';
import { deleteOld } from '#server/backup/retention.ts';
import { fileOf, listSegments, numberOf, segmentAt } from '#server/backup/segments.ts';
import { clientOf } from '#server/backup/table-hashes.ts';
import { readMigrations } from '#server/db/migration-files.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';
import { testFolder } from '../support/test-folder.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const first = Date.parse('2026-11-01T03:00:00Z');
const segmentsPerDay = 10;
const bases = 20;
const now = new Date(first + bases * dayMs - hourMs);
const days = 7;

let home: string;
let place: BackupPlace;
let database: TestDatabase;

/** A base backup each day and a segment every some hours, as files without content. */
beforeAll(async () => {
  home = testFolder('retention');
  place = folderPlace(join(home, 'backups'));
  database = await cloneDatabase();
  const migration = readMigrations().at(-1)?.name ?? '';
  for (let day = 0; day < bases; day += 1) {
    const [startedAt, completeAt] = [first + day * dayMs, first + day * dayMs + hourMs];
    const id = baseIdAt(new Date(startedAt));
    await place.write(`${folderOfBase(id)}part-00001.zst`, Buffer.from('x'));
    await writeManifest(place, id, {
      installation: '1',
      postgres: '18.4',
      migration,
      startedAt: new Date(startedAt).toISOString(),
      completeAt: new Date(completeAt).toISOString(),
      firstSegment: segmentAt(1, day * segmentsPerDay),
      lastSegment: segmentAt(1, day * segmentsPerDay + 2),
      restorePoint: 'point',
      tables: {},
      folders: [],
      files: [],
      parts: [],
    });
  }
  for (let number = 0; number < bases * segmentsPerDay; number += 1)
    await place.write(fileOf(segmentAt(1, number), 'a'.repeat(64), '.zst'), Buffer.from('x'));
});

afterAll(async () => {
  await database.drop();
  rmSync(home, { recursive: true, force: true });
});

async function deleteAt(moment: Date, isContinued: (base: { id: string }) => boolean = () => true): Promise<void> {
  const client = clientOf(database.superuserConfig);
  await client.connect();
  await deleteOld({ place, client, days, now: moment, isContinued }).finally(() => client.end());
}

test('of old backups, what every moment of the week needs stays, and nothing before', async () => {
  const abandoned = `${folderOfBase(baseIdAt(new Date(now.getTime() - 2 * dayMs - 1)))}part-00001.zst`;
  const beingWritten = `${folderOfBase(baseIdAt(new Date(now.getTime() - hourMs)))}part-00001.zst`;
  await place.write(abandoned, Buffer.from('x'));
  await place.write(beingWritten, Buffer.from('x'));
  await deleteAt(now);
  const unpack = await openUnpacker(undefined);
  const stored = new Set((await listSegments(place)).map(({ segment }) => numberOf(segment)));
  for (let at = now.getTime() - days * dayMs; at <= now.getTime(); at += hourMs) {
    const { base, until } = await chooseBase({ place, unpack, target: { kind: 'time', at: new Date(at) } });
    const last = until === null ? Math.max(...stored) : numberOf(until.lastSegment);
    for (let number = numberOf(base.firstSegment); number <= last; number += 1)
      expect(stored.has(number), `segment ${number} for ${new Date(at).toISOString()}`).toBe(true);
  }
  const kept = await listManifests(place);
  expect(kept).toHaveLength(days + 1);
  expect(Math.min(...stored)).toBe((bases - days - 1) * segmentsPerDay);
  const files = await place.list('bases/');
  expect(files).not.toContain(abandoned);
  expect(files).toContain(beingWritten);
  expect(files.filter((file) => file.includes('part-'))).toHaveLength(kept.length + 1);
});

test('a moment of the week is restored from what the installation continues, not from what an earlier restore left behind', async () => {
  const moment = new Date(now.getTime() + dayMs);
  const since = baseIdAt(new Date(moment.getTime() - days * dayMs));
  const [needed, left] = (await listManifests(place)).filter(({ id }) => id < since);
  await deleteAt(moment, ({ id }) => id !== left?.id);
  const kept = (await listManifests(place)).map(({ id }) => id);
  expect(kept).toContain(needed?.id);
  expect(kept).not.toContain(left?.id);
});

test('a receipt that the installation deleted stays for as long as a moment with it can be restored', async () => {
  const receipt = 'receipts/0190b5c2-0000-7000-8000-000000000001/0123456789abcdef0123456789abcdef.zst';
  await place.write(receipt, Buffer.from('x'));
  await deleteAt(now);
  await deleteAt(new Date(now.getTime() + days * dayMs));
  expect(await place.list('receipts/')).toEqual([receipt]);
  await deleteAt(new Date(now.getTime() + (days + 1) * dayMs + 1));
  expect(await place.list('receipts/')).toEqual([]);
});

test('if no backup succeeded for a long time, the last one stays', async () => {
  await deleteAt(new Date(now.getTime() + 400 * dayMs));
  expect(await listManifests(place)).toHaveLength(1);
});
