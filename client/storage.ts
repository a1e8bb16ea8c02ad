// Small observable stores, persisted in local storage under the keys of the specification.
// Where the browser denies storage the values are kept in memory only.

import { useSyncExternalStore } from 'react';

export type Store<T> = {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
};

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `read` converts whatever was stored, also nothing or an invalid value. */
export function createPersistentStore<T>(key: string, read: (stored: unknown) => T): Store<T> {
  const store = createStore(read(readStored(key)));
  return {
    ...store,
    set(value) {
      writeStored(key, value);
      store.set(value);
    },
  };
}

/** Runs when another tab has written `key`. */
export function onStorageChange(key: string, listener: (stored: unknown) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) listener(readStored(key));
  });
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get);

/** Session storage that never throws: form drafts, the destination, the reload marker. */
export const tabStorage = {
  get(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  },
  set(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Full or denied: nothing is persisted.
    }
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Forbidden: there was nothing to remove.
    }
  },
  removeAll(prefix: string, isKept: (key: string) => boolean = () => false): void {
    try {
      const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix) && !isKept(key));
      for (const key of keys) sessionStorage.removeItem(key);
    } catch {
      // Forbidden: there was nothing to remove.
    }
  },
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Null removes the key. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or denied: the value is kept in memory only.
  }
}
