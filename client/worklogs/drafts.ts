// Drafts of the worklog forms: unsaved input in the sessionStorage of the tab, per person, company and form, so that it
// survives Back, a reload and an expired session.

import { useState } from 'react';
import { authStore } from '../auth.ts';
import { isRecord, tabStorage } from '../storage.ts';
import { type EntryValues, emptyEntry, isSameEntry } from './entry.ts';
import { type FormTarget, subjectIdOf } from './search.ts';

/** `version`: version of the worklog that the draft is based on; null for a new one. */
export type EntryDraft = { entry: EntryValues; version: number | null };

export const draftKey = (companyId: string, target: FormTarget): string =>
  ['draft', authStore.get().user?.uid ?? '', companyId, target.form, draftSubject(target)].join(':');

/** A new worklog at chosen times has a draft of its own. */
function draftSubject(target: FormTarget): string {
  if (target.form !== 'new') return subjectIdOf(target);
  return target.times ? `${target.times.start} ${target.times.end}` : '';
}

/**
 * A file of a form. `key`: as long as it is on this device. `uploadedId`: of its receipt on the server. `isOpen`: it was chosen or
 * cropped in the form, and is not uploaded yet.
 */
export type FirstFile = { key: string; uploadedId: string | null; file: File; isOpen?: boolean };

/** Files that are neither uploaded nor wait with their worklog: kept as long as the page is open. */
const openFiles = new Map<string, readonly FirstFile[]>();

export const openFilesOf = (key: string): readonly FirstFile[] => openFiles.get(key) ?? [];

export const keepOpenFiles = (key: string, files: readonly FirstFile[]): void => void openFiles.set(key, files);

export function deleteDraft(key: string): void {
  tabStorage.remove(key);
  openFiles.delete(key);
}

export const saveDraft = (key: string, draft: EntryDraft): void => tabStorage.set(key, draft);

export const hasTypedEntry = (key: string): boolean => tabStorage.get(key) !== null;

export const hasDraft = (key: string): boolean => hasTypedEntry(key) || openFilesOf(key).length > 0;

export type DraftState = {
  entry: EntryValues;
  /** The version that `entry` is based on. */
  version: number | null;
  isDirty: boolean;
  /** The draft existed before this form was opened. */
  isRestored: boolean;
  change: (entry: EntryValues) => void;
  /** Keeps the input and bases it on the newer version. */
  rebase: (version: number) => void;
  discard: () => void;
  /** Called after saving `sent`: only later input remains a draft. */
  markSaved: (sent: EntryValues) => void;
};

/** The draft, else `initial`. Without a draft, changes of `initial` are taken over. */
export function useDraft(key: string, initial: EntryValues, version: number | null): DraftState {
  const [draft, setDraft] = useState(() => readDraft(key));
  const [isRestored, setRestored] = useState(draft !== null);
  const store = (next: EntryDraft | null) => {
    setDraft(next);
    if (next) tabStorage.set(key, next);
    else tabStorage.remove(key);
  };
  const entry = draft?.entry ?? initial;
  return {
    entry,
    version: draft ? draft.version : version,
    isDirty: draft !== null,
    isRestored,
    change: (next) => store(isSameEntry(next, initial) ? null : { entry: next, version: draft?.version ?? version }),
    rebase: (newer) => store({ entry, version: newer }),
    discard: () => {
      setRestored(false);
      store(null);
    },
    markSaved: (sent) => {
      const kept = readDraft(key);
      openFiles.delete(key);
      if (!kept || isSameEntry(kept.entry, sent)) store(null);
    },
  };
}

function readDraft(key: string): EntryDraft | null {
  const stored = tabStorage.get(key);
  if (!isRecord(stored) || !isRecord(stored.entry)) return null;
  const kept: Record<string, unknown> = stored.entry;
  const entry: EntryValues = { ...emptyEntry('') };
  for (const field of fieldsOf(entry)) {
    const value = kept[field] ?? entry[field];
    if (typeof value !== 'string') return null;
    entry[field] = value;
  }
  return { entry, version: typeof stored.version === 'number' ? stored.version : null };
}

const fieldsOf = (entry: EntryValues) =>
  Object.keys(entry).filter((field): field is keyof EntryValues => field in entry);
