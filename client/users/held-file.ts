// The file that was chosen but not yet imported. Kept while the app is open, so that the way to more seats and back does not
// lose it; a file is too large for the drafts of the tab.

import { useAuth, useCompany } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

export type HeldFile = { name: string; bytes: number; base64: string };

const store = createStore<{ owner: string; file: HeldFile } | null>(null);

/** Belongs to one person in one company: who signs in next does not find it. */
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
