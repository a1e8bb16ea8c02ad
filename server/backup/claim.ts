// A backup place belongs to one installation: its identifier (given by initdb, kept by a restore) is in `installation.json`.

import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import type { BackupConfig } from '../config/backups.ts';
import { StartRefusal } from '../start-refusal.ts';
import type { BackupPlace } from './place.ts';

const file = 'installation.json';
const content = z.object({ installation: z.string() });

export async function claimPlace(place: BackupPlace, installation: string): Promise<void> {
  const owner = await ownerOf(place);
  if (owner === installation) return;
  if (owner !== null)
    throw new StartRefusal(
      `${place.name} contains the backups of another installation (its database is ${owner}, this one is ${installation}). ` +
        'Nothing was changed. Give this installation a place of its own with BACKUP_PLACE.',
    );
  await place.write(file, Buffer.from(JSON.stringify({ installation } satisfies z.infer<typeof content>)));
}

/** Null for a place without backups. */
export async function ownerOf(place: BackupPlace): Promise<string | null> {
  const stored = await place.read(file);
  return stored === null ? null : content.parse(JSON.parse(stored.toString('utf8'))).installation;
}

/** Folders in which backups would be lost with the data, or would be part of them. */
export function refuseInsideData({ place }: BackupConfig, dataDir: string): void {
  if (place.kind !== 'folder') return;
  const [path, data] = [resolve(place.path), resolve(dataDir)];
  const isData = path === data || path === dirname(data);
  const taken = ['postgres', 'receipts'].map((name) => join(data, name));
  const isInside = taken.some((folder) => path === folder || path.startsWith(folder + sep));
  if (isData || isInside)
    throw new StartRefusal(
      `BACKUP_PLACE ${path} is among the data that are backed up. Choose a folder on another disk, or one of its own such as ` +
        `${join(data, 'backups')}.`,
    );
}
