// The description of a base backup, written last: a backup without it is incomplete. bases/<id>/manifest.<sha256>.json beside the
// parts. The files of the database, in the order of the list and without anything in between, are the unpacked parts in their order.

import { z } from 'zod';
import { StartRefusal } from '../start-refusal.ts';
import { checksumOf } from './pack.ts';
import type { BackupPlace } from './place.ts';

/** A release refuses backups of a format that it does not know. */
const currentFormat = 1;

const file = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });
const part = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });

const manifest = z.object({
  format: z.literal(currentFormat),
  /** The identifier that initdb gave the database. */
  installation: z.string(),
  postgres: z.string(),
  /** The newest migration; the log may contain later ones. */
  migration: z.string(),
  startedAt: z.iso.datetime(),
  /** From this moment on, everything can be restored with the write-ahead log. */
  completeAt: z.iso.datetime(),
  /** The first segment that is needed, and the one with the restore point. */
  firstSegment: z.string(),
  lastSegment: z.string(),
  /** Name of the moment at which the hashes of the tables were taken. */
  restorePoint: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.int(), hash: z.string() })),
  folders: z.array(z.string()),
  files: z.array(file),
  parts: z.array(part),
});

export type Manifest = z.infer<typeof manifest>;
export type TableHashes = Manifest['tables'];

export type Base = Manifest & { id: string };

export const basesFolder = 'bases/';
export const folderOfBase = (id: string): string => `${basesFolder}${id}/`;

/** From the moment of its start, so that ids are ordered. */
export const baseIdAt = (now: Date): string => now.toISOString().replaceAll(/[-:]|\.\d+/g, '');

export const startOfBase = (id: string): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));

export async function writeManifest(place: BackupPlace, id: string, base: Omit<Manifest, 'format'>): Promise<void> {
  const content = Buffer.from(JSON.stringify({ format: currentFormat, ...base } satisfies Manifest));
  await place.write(`${folderOfBase(id)}manifest.${checksumOf(content)}.json`, content);
}

const manifestForm = /^bases\/([^/]+)\/manifest\.([0-9a-f]{64})\.json$/;

export type ManifestFile = { id: string; sha256: string; file: string };

/** Complete base backups, oldest first. */
export async function listManifests(place: BackupPlace): Promise<ManifestFile[]> {
  return (await place.list(basesFolder)).flatMap((name) => {
    const [, id, sha256] = manifestForm.exec(name) ?? [];
    return id === undefined || sha256 === undefined ? [] : [{ id, sha256, file: name }];
  });
}

export async function readManifest(place: BackupPlace, { id, sha256, file }: ManifestFile): Promise<Base> {
  const content = await place.read(file);
  if (content === null || checksumOf(content) !== sha256)
    throw new StartRefusal(
      `${file} in ${place.name} is ${content === null ? 'missing' : 'damaged'}: its SHA-256 must be ${sha256}.`,
    );
  const parsed = JSON.parse(content.toString('utf8'));
  if (z.object({ format: z.int() }).parse(parsed).format > currentFormat)
    throw new StartRefusal(`The backup ${id} was made by a newer version of Daybook: restore it with that version.`);
  return { id, ...manifest.parse(parsed) };
}

export async function readBases(place: BackupPlace): Promise<Base[]> {
  const bases: Base[] = [];
  for (const one of await listManifests(place)) bases.push(await readManifest(place, one));
  return bases;
}
