// meta.json, the last file of an archive: what the other files must contain. Whatever reads an archive reads it first.

import { z } from 'zod';

/** Changes when an older release would misunderstand an archive, or this one an older archive. */
export const archiveFormat = 1;

export const metaName = 'meta.json';

const fileFacts = z.strictObject({
  rows: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const archiveMeta = z.strictObject({
  product: z.literal('Daybook'),
  format: z.int().positive(),
  /** The newest migration of the database that was exported. */
  schema: z.string().regex(/^\d{4}-[a-z0-9-]+\.sql$/),
  takenAt: z.iso.datetime(),
  company: z.strictObject({ id: z.uuid(), name: z.string() }),
  tables: z.record(z.string(), fileFacts),
  receipts: z.strictObject({
    files: z.int().nonnegative(),
    /** Ids of receipts whose file was lost before the export. */
    missing: z.array(z.uuid()),
  }),
});

export type ArchiveMeta = z.infer<typeof archiveMeta>;
export type FileFacts = z.infer<typeof fileFacts>;
