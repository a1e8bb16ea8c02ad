// Where the files of receipts lie: on disk by default, or in a bucket that speaks S3. A port promises that a file is there
// whole or not at all, under a name that nobody can guess and that says nothing. It knows no rights: whoever asks it has
// judged before. Whatever goes wrong is thrown; a file that is not there is null.

import type { Readable } from 'node:stream';

/** A folder for each company, a random name in it. */
export type Place = { companyId: string; name: string };

export type Stored = { name: string; writtenAt: Date };

export type ReceiptStore = {
  write(place: Place, content: Buffer): Promise<void>;
  read(place: Place): Promise<Readable | null>;
  /** Also what is gone already. */
  remove(place: Place): Promise<void>;
  companies(): Promise<string[]>;
  list(companyId: string): Promise<Stored[]>;
};

export const isStorageName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name);

export const isCompanyFolder = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/** Names come from the database and from here; one that does not look like it is a fault, not a path. */
export function ensurePlace({ companyId, name }: Place): void {
  if (!isCompanyFolder(companyId) || !isStorageName(name)) throw new Error('This is no place of a receipt.');
}
