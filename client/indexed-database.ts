// Databases of the browser, with transactions as promises. Every function rejects where the browser denies storage or has no room.

/** A new release that changes the stores raises `version`, and converts what the releases before have stored. */
export type BrowserDatabase<Store extends string> = { name: string; version: number; stores: readonly Store[] };

/** What a transaction offers. Nothing else may be awaited within one: it ends when nothing of it is pending. */
export type StoresOf<Store extends string> = {
  get(store: Store, key: string): Promise<unknown>;
  all(store: Store): Promise<unknown[]>;
  put(store: Store, key: string, value: unknown): void;
  remove(store: Store, key: string): void;
  clear(store: Store): void;
};

/** Resolves when everything is written, or nothing: it is one transaction. */
export async function inTransaction<Store extends string, T>(
  database: BrowserDatabase<Store>,
  mode: IDBTransactionMode,
  work: (stores: StoresOf<Store>) => Promise<T>,
): Promise<T> {
  const opened = await open(database);
  try {
    // On a phone that is switched off, `strict` loses nothing that was reported as kept.
    const transaction = opened.transaction([...database.stores], mode, { durability: 'strict' });
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    const [result] = await Promise.all([work(storesOf(transaction)).catch(aborted(transaction)), ended]);
    return result;
  } finally {
    opened.close();
  }
}

function open<Store extends string>({ name, version, stores }: BrowserDatabase<Store>): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store);
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

const aborted = (transaction: IDBTransaction) => (error: unknown) => {
  try {
    transaction.abort();
  } catch {
    // A failed request has aborted it.
  }
  throw error;
};

const storesOf = <Store extends string>(transaction: IDBTransaction): StoresOf<Store> => ({
  get: (store, key) => resultOf(transaction.objectStore(store).get(key)),
  all: (store) => resultOf(transaction.objectStore(store).getAll()),
  put: (store, key, value) => void transaction.objectStore(store).put(value, key),
  remove: (store, key) => void transaction.objectStore(store).delete(key),
  clear: (store) => void transaction.objectStore(store).clear(),
});

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
