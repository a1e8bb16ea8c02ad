import { tabStorage } from '../storage.ts';

const key = 'registered-email';

/** The email that was just registered, shown on the page that waits for its verification. */
export const registeredEmail = {
  get(): string | null {
    const stored = tabStorage.get(key);
    return typeof stored === 'string' ? stored : null;
  },
  set: (email: string): void => tabStorage.set(key, email),
};
