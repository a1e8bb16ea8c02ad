// Receipts in an S3 bucket: <bucket address>/<company>/<name>.

import type { S3Config } from '../../config/providers.ts';
import { openBucket } from '../s3/bucket.ts';
import { assertLocation, isCompanyFolder, isStorageName, type ReceiptLocation, type ReceiptStore } from './receipts.ts';

/** Enough for ten megabytes on a slow connection; a store that takes longer is treated as unavailable. */
const requestTimeoutMs = 20_000;

export function s3Receipts(config: S3Config, timeoutMs = requestTimeoutMs): ReceiptStore {
  const bucket = openBucket(config, timeoutMs);
  const nameOf = (place: ReceiptLocation): string => {
    assertLocation(place);
    return `${place.companyId}/${place.name}`;
  };
  // Async, so that an invalid name rejects instead of throwing.
  return {
    write: async (place, content) => bucket.write(nameOf(place), content),
    read: async (place) => bucket.read(nameOf(place)),
    remove: async (place) => bucket.remove(nameOf(place)),
    companies: async () => (await bucket.folders()).filter(isCompanyFolder),
    list: async (companyId) => {
      const prefix = `${companyId}/`;
      const stored = (await bucket.list(prefix)).map((one) => ({ ...one, name: one.name.slice(prefix.length) }));
      return stored.filter(({ name }) => isStorageName(name));
    },
  };
}
