// The entries of the signed-in person that wait on this device, as the pages show them. Small, because every list reads it; what
// stores and sends them (queue.ts, sending.ts) is loaded after the page.

import type { ComponentType } from 'react';
import type { Day } from '#domain/calendar.ts';
import { onUserChange } from '../../auth.ts';
import { createStore, useStore } from '../../storage.ts';
import type { FormTarget } from '../search.ts';
import type { ShownEntry } from './entry.ts';

/** `personId`: whose entries were read; null until then. */
type Unsent = { personId: string | null; entries: readonly ShownEntry[] };

const nothingRead: Unsent = { personId: null, entries: [] };

export const unsentStore = createStore(nothingRead);

/** `onCopyDay`: where days can be copied. */
export type UnsentListProps = { onOpen: (target: FormTarget) => void; onCopyDay?: (day: Day) => void };

/** Null until it is loaded (parts.tsx). A part that is loaded on demand would be missing without a connection. */
export const unsentListStore = createStore<ComponentType<UnsentListProps> | null>(null);

onUserChange(() => unsentStore.set(nothingRead));

export const useUnsent = (): readonly ShownEntry[] => useStore(unsentStore).entries;

export const useUnsentEntry = (worklogId: string | null): ShownEntry | null =>
  useUnsent().find(({ id }) => id === worklogId) ?? null;

/** Minutes of new worklogs of the day, beside what the server has summed. */
export const useUnsentMinutes = (companyId: string, day: string): number =>
  useUnsent()
    .filter((entry) => entry.companyId === companyId && entry.day === day && entry.intent === 'create')
    .reduce((sum, { minutes }) => sum + (minutes ?? 0), 0);
