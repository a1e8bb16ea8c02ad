// The page a person asked for before the guard sent them to sign in, verify, choose a company or upgrade. It is kept in the
// tab, and belongs to whoever was signed in there: nobody else is sent on to it. Asked for by nobody, it is for who comes.

import { authStore } from '../auth.ts';
import { sessionKeep } from '../storage.ts';
import { safeDestination } from './guard.ts';

const key = 'destination';
const ownerKey = 'destination-of';

export const destination = {
  get(): string | null {
    const owner = sessionKeep.get(ownerKey);
    const isOthers = owner !== null && owner !== authStore.get().user?.uid;
    return isOthers ? null : safeDestination(sessionKeep.get(key));
  },
  set(path: string, owner = authStore.get().user?.uid ?? null): void {
    if (!safeDestination(path)) return;
    sessionKeep.set(key, path);
    if (owner === null) sessionKeep.remove(ownerKey);
    else sessionKeep.set(ownerKey, owner);
  },
  clear(): void {
    sessionKeep.remove(key);
    sessionKeep.remove(ownerKey);
  },
};
