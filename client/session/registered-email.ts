import { sessionKeep } from '../storage.ts';

const key = 'registered-email';

/** The address that was just registered, shown while its email is awaited. */
export const registeredEmail = {
  get(): string | null {
    const kept = sessionKeep.get(key);
    return typeof kept === 'string' ? kept : null;
  },
  set: (email: string): void => sessionKeep.set(key, email),
};
