// The page that was requested before the guard redirected to sign-in, verification, company choice or upgrade. Stored per tab
// with the user who requested it, and used for that user only; without an owner, for the next person who signs in.

import { authStore } from '../auth.ts';
import { tabStorage } from '../storage.ts';
import { safeDestination } from './guard.ts';

const key = 'destination';
const ownerKey = 'destination-of';

export const destination = {
  get(): string | null {
    const owner = tabStorage.get(ownerKey);
    const isOthers = owner !== null && owner !== authStore.get().user?.uid;
    return isOthers ? null : safeDestination(tabStorage.get(key));
  },
  set(path: string, owner = authStore.get().user?.uid ?? null): void {
    if (!safeDestination(path)) return;
    tabStorage.set(key, path);
    if (owner === null) tabStorage.remove(ownerKey);
    else tabStorage.set(ownerKey, owner);
  },
  clear(): void {
    tabStorage.remove(key);
    tabStorage.remove(ownerKey);
  },
};
