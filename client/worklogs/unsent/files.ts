// Reads the files of receipts that are on this device.

import type { FirstFile } from '../drafts.ts';
import { inDatabase } from './database.ts';
import { parseUnsent } from './entry.ts';

export async function findFile(key: string): Promise<File | null> {
  const stored = await inDatabase('readonly', (stores) => stores.get('files', key));
  return stored instanceof File ? stored : null;
}

/** Receipts of which this device has the file. */
export const filesOf = (worklogId: string): Promise<FirstFile[]> =>
  inDatabase('readonly', async (stores) => {
    const entry = parseUnsent(await stores.get('entries', worklogId));
    const receipts = entry?.receipts ?? [];
    const files = await Promise.all(receipts.map(({ key }) => stores.get('files', key)));
    return receipts.flatMap(({ key, uploadedId }, index) => {
      const file = files[index];
      return file instanceof File ? [{ key, uploadedId, file }] : [];
    });
  });
