// The chosen file that is not imported yet. Kept in memory, so that buying more seats in between does not lose it; it is too
// large for the drafts in sessionStorage.

import { useAuth, useCompany } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

export type HeldFile = { name: string; bytes: number; base64: string };

const store = createStore<{ owner: string; file: HeldFile } | null>(null);

/** The file belongs to one person in one company, so that the next person who signs in does not see it. */
export function useHeldFile() {
  const { user } = useAuth();
  const { id } = useCompany();
  const owner = `${user?.uid} ${id}`;
  const held = useStore(store);
  return {
    file: held?.owner === owner ? held.file : null,
    hold: (file: HeldFile | null) => store.set(file && { owner, file }),
  };
}

export function readFile(file: File): Promise<HeldFile> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () => {
      const { name, size: bytes } = file;
      resolve({ name, bytes, base64: String(reader.result).split(',')[1] ?? '' });
    });
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
