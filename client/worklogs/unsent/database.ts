// The database of the browser that keeps what could not be sent yet, and the receipts that belong to it.

import { type BrowserDatabase, inTransaction, type StoresOf } from '../../indexed-database.ts';

type StoreName = 'entries' | 'files';

/** Keys: the id of a worklog; the key of a receipt. */
const database: BrowserDatabase<StoreName> = { name: 'daybook-unsent', version: 1, stores: ['entries', 'files'] };

export type Stores = StoresOf<StoreName>;

export const inDatabase = <T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> =>
  inTransaction(database, mode, work);
