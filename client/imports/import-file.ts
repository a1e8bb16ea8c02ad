// The chosen file that is not imported yet. Kept in memory, so that buying more seats in between does not lose it; it is too
// large for the drafts in sessionStorage.

import { useAuth, useCompany } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

export type ImportFile = { name: string; bytes: number; base64: string };

const store = createStore<{ owner: string; file: ImportFile } | null>(null);

/** The file belongs to one person in one company, so that the next person who signs in does not see it. */
export function useImportFile() {
  const { user } = useAuth();
  const { id } = useCompany();
  const owner = `${user?.uid} ${id}`;
  const stored = useStore(store);
  return {
    file: stored?.owner === owner ? stored.file : null,
    setFile: (file: ImportFile | null) => store.set(file && { owner, file }),
  };
}

export function readImportFile(file: File): Promise<ImportFile> {
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
