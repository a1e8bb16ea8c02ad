// Which base backup a restore begins with: the newest one that was complete at the moment, made by this or an earlier release, and not
// left behind by an earlier restore.

import { ownRelease } from '../db/cluster/release.ts';
import { readMigrations } from '../db/migration-files.ts';
import { StartRefusal } from '../start-refusal.ts';
import { type Base, listManifests, readManifest } from './manifest.ts';
import type { Unpacker } from './pack.ts';
import type { BackupPlace } from './place.ts';
import { findContinued } from './timelines.ts';

export type Target =
  | { kind: 'latest' }
  | { kind: 'time'; at: Date }
  /** The moment at which the hashes of a base backup were taken. */
  | { kind: 'base' };

export type Chosen = {
  base: Base;
  /** The next base backup: nothing later than it is needed. */
  until: Base | null;
  /** Otherwise an earlier restore left it behind, with the log after it. */
  isContinued: boolean;
};

export type RestoreSource = {
  place: BackupPlace;
  unpack: Unpacker;
  target: Target;
  /** A certain base backup instead of the newest one. */
  baseId?: string | undefined;
};

export async function chooseBase({ place, unpack, target, baseId: id }: RestoreSource): Promise<Chosen> {
  const manifests = await listManifests(place);
  const isContinued = await findContinued(place, unpack);
  if (manifests.length === 0) throw new StartRefusal(`There is no complete backup in ${place.name}.`);
  const later: Base[] = [];
  for (const file of manifests.toReversed()) {
    if (id !== undefined && file.id > id) continue;
    const base = await readManifest(place, file);
    if (id !== undefined && base.id !== id) break;
    if (id === undefined && !isContinued(base)) continue;
    if (target.kind !== 'time' || Date.parse(base.completeAt) <= target.at.getTime()) {
      refuseNewer(base);
      return { base, until: later.at(-1) ?? null, isContinued: isContinued(base) };
    }
    later.push(base);
  }
  const [first] = later.toReversed();
  if (first === undefined)
    throw new StartRefusal(
      id === undefined
        ? `An earlier restore left behind every backup in ${place.name}. Name one of them: --base ID`
        : `There is no backup ${id}.`,
      `There are: ${manifests.map((one) => one.id).join(', ')}`,
    );
  throw new StartRefusal(
    `The first backup in ${place.name} was complete at ${first.completeAt}: an earlier moment cannot be restored from it.`,
  );
}

function refuseNewer({ id, postgres, migration }: Base): void {
  const known = readMigrations().map(({ name }) => name);
  const isKnown = known.includes(migration);
  if (isKnown && Number(postgres.split('.')[0]) === ownRelease) return;
  throw new StartRefusal(
    `The backup ${id} was made by ${isKnown ? 'another' : 'a newer'} version of Daybook ` +
      `(PostgreSQL ${postgres}, last migration ${migration}): restore it with that version. Nothing was restored.`,
  );
}
