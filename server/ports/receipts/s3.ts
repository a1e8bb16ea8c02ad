// Receipts in an S3 bucket: <bucket address>/<company>/<name>.

import type { S3Config } from '../../config/providers.ts';
import { type BucketLimits, openBucket } from '../s3/bucket.ts';
import { assertLocation, isCompanyFolder, isStorageName, type ReceiptLocation, type ReceiptStore } from './receipts.ts';

/** A store that takes longer is treated as unavailable, soon enough for people who wait; the largest receipt has 20 s. */
const receiptLimits: BucketLimits = { answerMs: 4_000, bytesPerSecond: 625_000 };

/** After a request without an answer, others are refused for this long: otherwise each of those in a queue would wait, one after the other. */
const pauseMs = 2_000;

export function s3Receipts(config: S3Config, limits = receiptLimits): ReceiptStore {
  const bucket = openBucket(config, limits);
  const whileAnswering = refusingAfterSilence();
  const nameOf = (place: ReceiptLocation): string => {
    assertLocation(place);
    return `${place.companyId}/${place.name}`;
  };
  // Async, so that an invalid name rejects instead of throwing.
  return {
    write: async (place, content) => whileAnswering(() => bucket.write(nameOf(place), content)),
    read: async (place) => whileAnswering(() => bucket.read(nameOf(place))),
    remove: async (place) => bucket.remove(nameOf(place)),
    companies: async () => (await bucket.folders()).filter(isCompanyFolder),
    list: async (companyId) => {
      const prefix = `${companyId}/`;
      const stored = (await bucket.list(prefix)).map((one) => ({ ...one, name: one.name.slice(prefix.length) }));
      return stored.filter(({ name }) => isStorageName(name));
    },
  };
}

function refusingAfterSilence() {
  let silentUntil = Number.NEGATIVE_INFINITY;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (performance.now() < silentUntil) throw new Error('The store has not answered a moment ago.');
    try {
      return await work();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') silentUntil = performance.now() + pauseMs;
      throw error;
    }
  };
}
