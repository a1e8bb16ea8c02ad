// The page a person asked for before the guard sent them to sign in, verify, choose a company or upgrade.

import { sessionKeep } from '../storage.ts';
import { safeDestination } from './guard.ts';

const key = 'destination';

export const destination = {
  get: (): string | null => safeDestination(sessionKeep.get(key)),
  set(path: string): void {
    if (safeDestination(path)) sessionKeep.set(key, path);
  },
  clear: (): void => sessionKeep.remove(key),
};
