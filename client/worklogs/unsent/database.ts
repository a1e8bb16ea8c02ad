// The database of the browser that keeps what could not be sent yet, and the receipts that belong to it. Every function rejects where
// the browser denies storage or has no room.

const name = 'daybook-unsent';

/** A new release that changes the stores raises it, and converts what the releases before have stored. */
const schemaVersion = 1;

type StoreName = 'entries' | 'files';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, schemaVersion);
    request.onupgradeneeded = () => {
      // Keys: the id of a worklog; the key of a receipt.
      request.result.createObjectStore('entries');
      request.result.createObjectStore('files');
    };
    request.onblocked = () => reject(new Error('Another tab uses the database in an older version.'));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      // A tab of the next release may change the stores: this one opens them again when it needs them.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
  });
}

/** What a transaction offers. Nothing else may be awaited within one: it ends when nothing of it is pending. */
export type Stores = {
  get(store: StoreName, key: string): Promise<unknown>;
  all(store: StoreName): Promise<unknown[]>;
  put(store: StoreName, key: string, value: unknown): void;
  remove(store: StoreName, key: string): void;
};

/** Resolves when everything is written, or nothing: it is one transaction. */
export async function inDatabase<T>(mode: IDBTransactionMode, work: (stores: Stores) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    // On a phone that is switched off, `strict` loses nothing that was reported as kept.
    const transaction = database.transaction(['entries', 'files'], mode, { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(storesOf(transaction)).catch(aborted(transaction)), ended]);
    return result;
  } finally {
    database.close();
  }
}

const aborted = (transaction: IDBTransaction) => (error: unknown) => {
  try {
    transaction.abort();
  } catch {
    // A failed request has aborted it.
  }
  throw error;
};

const storesOf = (transaction: IDBTransaction): Stores => ({
  get: (store, key) => resultOf(transaction.objectStore(store).get(key)),
  all: (store) => resultOf(transaction.objectStore(store).getAll()),
  put: (store, key, value) => void transaction.objectStore(store).put(value, key),
  remove: (store, key) => void transaction.objectStore(store).delete(key),
});

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
