// The entries of the signed-in person that wait on this device, as the pages show them. Small, because every list reads it; what
// stores and sends them (queue.ts, sending.ts) is loaded after the page.

import { onUserChange } from '../auth.ts';
import { createStore, useStore } from '../storage.ts';
import type { ShownEntry } from './entry.ts';

/** `personId`: whose entries were read; null until then. */
type Unsent = { personId: string | null; entries: readonly ShownEntry[] };

const nothingRead: Unsent = { personId: null, entries: [] };

export const unsentStore = createStore(nothingRead);

onUserChange(() => unsentStore.set(nothingRead));

/** Loaded once. */
export const loadUnsent = () => import('./parts.ts').then(({ unsentParts }) => unsentParts);

export const useUnsent = (): readonly ShownEntry[] => useStore(unsentStore).entries;

export const useUnsentEntry = (worklogId: string | null): ShownEntry | null =>
  useUnsent().find(({ id }) => id === worklogId) ?? null;

/** Minutes of new worklogs of the day, beside what the server has summed. */
export const useUnsentMinutes = (companyId: string, day: string): number =>
  useUnsent()
    .filter((entry) => entry.companyId === companyId && entry.day === day && entry.intent === 'create')
    .reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
