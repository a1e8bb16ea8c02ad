// Small stores that live in local storage under the literal keys of the product.
// A browser that forbids storage still works: the value is then kept in memory only.

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

/** `read` makes a value of whatever was stored, also of nothing or nonsense. */
export function createStoredStore<T>(key: string, read: (stored: unknown) => T): Store<T> {
  const store = createStore(read(readStored(key)));
  return {
    ...store,
    set(value) {
      writeStored(key, value);
      store.set(value);
    },
  };
}

/** Another tab wrote under `key`. */
export function onOtherTab(key: string, listener: (stored: unknown) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key) listener(readStored(key));
  });
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get, store.get);

/** Session storage that never throws: what was typed, the destination, the one reload. */
export const sessionKeep = {
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
      // Full or forbidden: what is on the screen is still there.
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

/** Null leaves no key behind. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the value lives in memory.
  }
}
