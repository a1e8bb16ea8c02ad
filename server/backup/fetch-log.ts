// Brings the write-ahead log that a restore needs from the backup place into a folder of the new data directory. Every segment is
// verified; a missing or damaged one is named with what it should be. Segments are mostly empty: the zeros at the end are not written.

import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefusal } from '../start-refusal.ts';
import type { Chosen, Target } from './choose-base.ts';
import { checksumOf, type Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { isSegment, listSegments, numberOf, type StoredSegment } from './segments.ts';

export const fetchedFolder = 'restored-wal';

/** For the server, whose working folder is the data directory. */
export const restoreCommand = `cp "${fetchedFolder}/%f" "%p"`;

type Fetch = { place: BackupPlace; unpack: Unpacker; chosen: Chosen; target: Target; directory: string };

/** What is missing after the base backup, in a sentence; null if nothing is. */
export async function fetchLog(fetch: Fetch): Promise<string | null> {
  const { place, chosen, target, directory } = fetch;
  const folder = join(directory, fetchedFolder);
  await mkdir(folder, { mode: 0o700 });
  const stored = await listSegments(place);
  for (const history of stored.filter(({ segment }) => !isSegment(segment))) await fetchOne(fetch, history, folder);
  const segments = Map.groupBy(
    stored.filter(({ segment }) => isSegment(segment)),
    ({ segment }) => numberOf(segment),
  );
  const [first, complete] = [numberOf(chosen.base.firstSegment), numberOf(chosen.base.lastSegment)];
  const newest = Math.max(complete, ...segments.keys());
  const last = target.kind === 'base' ? complete : chosen.until ? numberOf(chosen.until.lastSegment) : newest;
  for (let number = first; number <= last; number += 1) {
    const problem = await fetchAll(fetch, segments.get(number) ?? [], folder, number);
    if (problem === null) continue;
    // For an earlier moment, what comes afterwards is not needed.
    if (number > complete && target.kind === 'time') return problem;
    throw new StartRefusal(problem, 'Nothing was restored.', advice(number > complete, chosen));
  }
  return null;
}

const advice = (isLater: boolean, { base }: Chosen): string =>
  isLater
    ? `Everything before it can be restored: choose a moment with --to, from ${base.completeAt} on.`
    : 'Bring that file back from a copy of the backups, or restore another backup: --base ID.';

/** A number has a segment on each timeline that reached it. */
async function fetchAll(fetch: Fetch, segments: readonly StoredSegment[], folder: string, number: number) {
  if (segments.length === 0)
    return `Segment ${number} of the write-ahead log is missing in ${fetch.place.name} (${lowerName(number)}).`;
  for (const segment of segments) {
    const problem = await fetchOne(fetch, segment, folder);
    if (problem !== null) return problem;
  }
  return null;
}

const lowerName = (number: number): string =>
  `a name that ends with ${Math.floor(number / 256)
    .toString(16)
    .toUpperCase()
    .padStart(8, '0')}${(number % 256).toString(16).toUpperCase().padStart(8, '0')}`;

async function fetchOne({ place, unpack }: Fetch, { segment, sha256, file }: StoredSegment, folder: string) {
  const damage = `${file} in ${place.name} is damaged: unpacked, its SHA-256 must be ${sha256}.`;
  const packed = await place.read(file);
  if (packed === null) return `${file} in ${place.name} is missing.`;
  try {
    const content = await unpack(file, packed);
    if (checksumOf(content) !== sha256) return damage;
    await writeSparse(join(folder, segment), content);
    return null;
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    return damage;
  }
}

const blockBytes = 64 * 1024;
const zeros = Buffer.alloc(blockBytes);

async function writeSparse(path: string, content: Buffer): Promise<void> {
  let end = content.length;
  while (end >= blockBytes && content.subarray(end - blockBytes, end).equals(zeros)) end -= blockBytes;
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content.subarray(0, end));
    await file.truncate(content.length);
  } finally {
    await file.close();
  }
}
