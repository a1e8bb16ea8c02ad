// At which step the import of an archive is, for each person and company. In memory, so that people can be invited and the settings
// left in between without choosing the file again.

import type { ArchiveContents, ArchiveImported } from '#contract/archive.ts';
import { useAuth, useCompany } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';

type Chosen = { file: File; contents: ArchiveContents };

export type ArchiveStep =
  | { at: 'choose'; file: File | null; failure: string | null }
  | { at: 'checking'; file: File; sentShare: number; cancel: () => void }
  | ({ at: 'checked'; failure: string | null } & Chosen)
  | ({ at: 'importing'; sentShare: number; cancel: () => void } & Chosen)
  /** The connection was lost after the file was sent. */
  | ({ at: 'waiting' } & Chosen)
  | { at: 'done'; imported: ArchiveImported };

/** A person in a company. */
export type ArchiveOwner = { personId: string | undefined; companyId: string };

const store = createStore<ReadonlyMap<string, ArchiveStep>>(new Map());

const keyOf = ({ personId, companyId }: ArchiveOwner): string => `${personId} ${companyId}`;

const noFile: ArchiveStep = { at: 'choose', file: null, failure: null };

export function useArchiveStep(): [ArchiveStep, ArchiveOwner] {
  const { user } = useAuth();
  const { id } = useCompany();
  const owner = { personId: user?.uid, companyId: id };
  return [useStore(store).get(keyOf(owner)) ?? noFile, owner];
}

export const setArchiveStep = (owner: ArchiveOwner, step: ArchiveStep): void =>
  store.set(new Map([...store.get(), [keyOf(owner), step]]));
