// Timelines of the write-ahead log. A database that was restored continues on a new one, which leaves an earlier one at the moment that was
// restored: what was stored on the earlier one after it, base backups included, is not part of the installation any more.

import type { Client, Pool } from 'pg';
import { StartRefusal } from '../start-refusal.ts';
import type { Base } from './manifest.ts';
import type { Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { folderOf, isHistory, numberOf, segmentNumberAt, storedSegment, timelineOf } from './segments.ts';

type Continued = (base: Base) => boolean;

/** Whether a base backup is part of what the newest stored timeline continues. */
export async function findContinued(place: BackupPlace, unpack: Unpacker): Promise<Continued> {
  const stored = (await place.list(folderOf('00000001.history'))).flatMap((file) => storedSegment(file) ?? []);
  const newest = stored.filter(({ segment }) => isHistory(segment)).at(-1);
  const packed = newest && (await place.read(newest.file));
  if (!newest || !packed) return () => true;
  const content = await unpack(newest.file, packed).catch((error: unknown) => {
    if (error instanceof StartRefusal) throw error;
    throw new StartRefusal(`${newest.file} in ${place.name} is damaged. Nothing was restored.`);
  });
  return continuedBy(timelineOf(newest.segment), String(content));
}

/** Whether a base backup is part of what a running database continues. Needs no key to the backups. */
export async function findContinuedByDatabase(client: Client | Pool): Promise<Continued> {
  const { rows } = await client.query<{ timeline: number; history: string | null }>(
    `select timeline_id as timeline, pg_read_file('pg_wal/' || lpad(upper(to_hex(timeline_id)), 8, '0') || '.history', true) as history
     from pg_control_checkpoint()`,
  );
  const [{ timeline, history } = { timeline: 1, history: null }] = rows;
  return continuedBy(timeline, history ?? '');
}

function continuedBy(current: number, history: string): Continued {
  const leftAt = readHistory(history);
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
