// The interface for storing receipt files: on disk by default, or in an S3 bucket. A file is stored completely or not at all, under a
// random name. No authorisation here: callers check rights first. Errors are thrown; a missing file is null.

import type { Readable } from 'node:stream';

/** Folder of the company and random file name. */
export type ReceiptLocation = { companyId: string; name: string };

export type StoredFile = { name: string; writtenAt: Date };

export type ReceiptStore = {
  write(place: ReceiptLocation, content: Buffer): Promise<void>;
  read(place: ReceiptLocation): Promise<Readable | null>;
  /** Does nothing if the file does not exist. */
  remove(place: ReceiptLocation): Promise<void>;
  companies(): Promise<string[]>;
  list(companyId: string): Promise<StoredFile[]>;
};

export const isStorageName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

export const isCompanyFolder = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** Names are generated here; one of another form is a bug, and must not be used as a path. */
export function assertLocation({ companyId, name }: ReceiptLocation): void {
  if (!isCompanyFolder(companyId) || !isStorageName(name)) throw new Error('Invalid storage name of a receipt.');
}
