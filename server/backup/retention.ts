// Deletes what is no longer needed: base backups before the newest one that is older than the retention, the log before the first
// one that stays, incomplete backups of killed processes, and receipts that the installation deleted before all that stays.

import type { Client } from 'pg';
import { z } from 'zod';
import { type Base, baseIdAt, basesFolder, folderOfBase, readBases } from './manifest.ts';
import type { BackupPlace } from './place.ts';
import { listKnownReceipts, receiptsFolder, storedReceipts } from './receipts.ts';
import { isSegment, listSegments, numberOf } from './segments.ts';

const dayMs = 24 * 3_600_000;

type Retention = {
  place: BackupPlace;
  client: Client;
  days: number;
  now: Date;
  /** Otherwise an earlier restore left the base backup behind (timelines.ts). */
  isContinued: (base: Base) => boolean;
};

export async function deleteOld(retention: Retention): Promise<void> {
  const { place } = retention;
  const bases = await readBases(place);
  const kept = keptBases(bases, retention);
  const [first] = kept;
  if (first === undefined) return;
  await deleteBases(retention, new Set(kept.map(({ id }) => id)));
  for (const { segment, file } of await listSegments(place))
    if (isSegment(segment) && numberOf(segment) < numberOf(first.firstSegment)) await place.remove(file);
  await deleteReceipts(retention);
}

/** Every base within the retention, and the last one before it that was not left behind: the log continues from there. */
function keptBases(bases: readonly Base[], { days, now, isContinued }: Retention): Base[] {
  const since = now.getTime() - days * dayMs;
  const before = bases.filter((base) => Date.parse(base.completeAt) < since && isContinued(base)).at(-1);
  return bases.filter((base) => base === before || Date.parse(base.completeAt) >= since);
}

/** An incomplete one may still be written by another process during its first day. */
async function deleteBases({ place, now }: Retention, kept: ReadonlySet<string>): Promise<void> {
  const files = await place.list(basesFolder);
  const complete = new Set(files.filter((file) => /\/manifest\.[0-9a-f]{64}\.json$/.test(file)).map(idOf));
  const abandonedBefore = baseIdAt(new Date(now.getTime() - dayMs));
  const isOld = (id: string) => !kept.has(id) && (complete.has(id) || id < abandonedBefore);
  // The manifest first: what remains after a kill is an incomplete backup.
  const old = files.filter((file) => isOld(idOf(file))).sort((a, b) => Number(isPart(a)) - Number(isPart(b)));
  for (const file of old) await place.remove(file);
  for (const id of new Set(old.map(idOf))) await place.remove(folderOfBase(id).slice(0, -1));
}

const idOf = (file: string): string => file.split('/')[1] ?? '';
const isPart = (file: string): boolean => !file.endsWith('.json');

const goneFile = 'receipts-gone.json';
const gone = z.record(z.string(), z.iso.datetime());

/** Receipts without a row are needed for as long as a moment with their row can be restored. */
async function deleteReceipts({ place, client, days, now }: Retention): Promise<void> {
  const rows = new Set((await listKnownReceipts(client)).map(({ companyId, name }) => `${companyId}/${name}`));
  const stored = await place.read(goneFile);
  const known = stored === null ? {} : gone.parse(JSON.parse(stored.toString('utf8')));
  const remaining: z.infer<typeof gone> = {};
  const since = now.getTime() - (days + 1) * dayMs;
  for (const key of await storedReceipts(place)) {
    if (rows.has(key)) continue;
    const at = known[key] ?? now.toISOString();
    if (Date.parse(at) >= since) remaining[key] = at;
    else for (const suffix of ['.zst', '.zst.age']) await place.remove(`${receiptsFolder}${key}${suffix}`);
  }
  await place.replace(goneFile, Buffer.from(JSON.stringify(remaining)));
}
