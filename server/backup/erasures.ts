// Accounts that were closed: erasures/<person>.json has the id and the moment, nothing personal. After an older backup is restored,
// the accounts that were closed since then are closed again.

import type { Client } from 'pg';
import { z } from 'zod';
import type { BackupPlace } from './place.ts';

const erasure = z.object({ personId: z.uuid(), at: z.iso.datetime() });

export type Erasure = z.infer<typeof erasure>;

const folder = 'erasures/';

export async function recordErasures(client: Client, known: Set<string>, place: BackupPlace, since: Date | null) {
  const { rows } = await client.query<{ id: string; at: Date }>(
    'select id, closed_at as at from users where closed_at > $1',
    [since ?? '-infinity'],
  );
  for (const { id, at } of rows) {
    if (known.has(id)) continue;
    const content = { personId: id, at: at.toISOString() } satisfies Erasure;
    await place.replace(`${folder}${id}.json`, Buffer.from(JSON.stringify(content)));
    known.add(id);
  }
}

export async function knownErasures(place: BackupPlace): Promise<Set<string>> {
  return new Set((await place.list(folder)).map((name) => name.slice(folder.length, -'.json'.length)));
}

export async function readErasures(place: BackupPlace): Promise<Erasure[]> {
  const erasures: Erasure[] = [];
  for (const name of await place.list(folder)) {
    const content = await place.read(name);
    if (content === null) throw new Error(`${name} in ${place.name} is missing.`);
    erasures.push(erasure.parse(JSON.parse(content.toString('utf8'))));
  }
  return erasures;
}
