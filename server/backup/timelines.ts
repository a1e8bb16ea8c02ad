// Timelines of the write-ahead log. A database that was restored continues on a new one, which leaves an earlier one at the moment that was
// restored: what was stored on the earlier one after it, base backups included, is not part of the installation any more.

import { StartRefusal } from '../start-refusal.ts';
import type { Base } from './manifest.ts';
import type { Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { folderOf, isHistory, numberOf, segmentNumberAt, storedSegment, timelineOf } from './segments.ts';

/** Whether a base backup is part of what the newest timeline continues. */
export async function findContinued(place: BackupPlace, unpack: Unpacker): Promise<(base: Base) => boolean> {
  const stored = (await place.list(folderOf('00000001.history'))).flatMap((file) => storedSegment(file) ?? []);
  const newest = stored.filter(({ segment }) => isHistory(segment)).at(-1);
  const packed = newest && (await place.read(newest.file));
  if (!newest || !packed) return () => true;
  const content = await unpack(newest.file, packed).catch((error: unknown) => {
    if (error instanceof StartRefusal) throw error;
    throw new StartRefusal(`${newest.file} in ${place.name} is damaged. Nothing was restored.`);
  });
  const leftAt = readHistory(String(content));
  const current = timelineOf(newest.segment);
  return ({ firstSegment, lastSegment }) => {
    const timeline = timelineOf(firstSegment);
    return timeline === current || numberOf(lastSegment) < (leftAt.get(timeline) ?? 0);
  };
}

/** Earlier timelines, and the number of the segment in which each was left. */
function readHistory(text: string): ReadonlyMap<number, number> {
  const lines = text.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim);
  return new Map([...lines].map(([, timeline, high = '', low = '']) => [Number(timeline), segmentNumberAt(high, low)]));
}
