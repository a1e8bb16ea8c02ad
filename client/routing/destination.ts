// The page that was requested before the guard redirected to sign-in, verification, company choice or upgrade. Stored per tab
// with the user who requested it, and returned to that user only; without an owner, to whoever signs in next.

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
