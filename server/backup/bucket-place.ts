// Backups in an S3-compatible bucket. An object appears only when its upload is complete.

import { buffer } from 'node:stream/consumers';
import type { S3Config } from '../config/providers.ts';
import { openBucket } from '../ports/s3/bucket.ts';
import { StartRefusal } from '../start-refusal.ts';
import type { BackupPlace } from './place.ts';

/** Enough for a part on a slow connection; a store that takes longer is treated as unavailable. */
const requestTimeoutMs = 120_000;

export function bucketPlace(config: S3Config, answerMs = requestTimeoutMs): BackupPlace {
  const bucket = openBucket(config, { answerMs });
  return {
    name: config.url,
    write: async (name, content) => {
      if (await bucket.exists(name)) throw new StartRefusal(`${name} is in ${config.url} already.`);
      await bucket.write(name, content);
    },
    replace: (name, content) => bucket.write(name, content),
    read: async (name) => {
      const stored = await bucket.read(name);
      return stored && (await buffer(stored));
    },
    remove: (name) => bucket.remove(name),
    list: async (folder) => (await bucket.list(folder)).map(({ name }) => name).sort(),
    freeBytes: async () => null,
  };
}
