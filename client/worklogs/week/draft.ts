// What is being dragged, or moved by the keys, and where it would land. Kept outside of the tree of components, so that a
// drag draws a ghost and nothing else, and goes on whatever arrives from elsewhere meanwhile.

import { useSyncExternalStore } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { createStore } from '../../storage.ts';
import type { Edge, Landing } from './changes.ts';
import type { Span } from './layout.ts';

export type Draft = { landing: Landing; by: 'pointer' | 'keys' } & (
  | { kind: 'create'; worklog: null }
  | { kind: 'move' | Edge; worklog: Worklog }
);

export const draftStore = createStore<Draft | null>(null);

export const useIsLifted = (id: string): boolean =>
  useSyncExternalStore(draftStore.subscribe, () => draftStore.get()?.worklog?.id === id);

/** The edge that was moved is the one that is asked about. */
export const edgeOf = ({ kind, landing: { span } }: Draft): number => (kind === 'end' ? span.to : span.from);

export const isSameSpan = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;
