// The worklog that is being dragged or moved by keyboard, and its new position. Stored outside of the component tree, so
// that a drag renders only the preview, and continues when new data arrive.

import { useSyncExternalStore } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { createStore } from '../../storage.ts';
import type { Edge, TargetTime } from './changes.ts';
import type { Span } from './layout.ts';

export type TimeDraft = { target: TargetTime; by: 'pointer' | 'keys' } & (
  | { kind: 'create'; worklog: null }
  | { kind: 'move' | Edge; worklog: Worklog }
);

export const timeDraftStore = createStore<TimeDraft | null>(null);

export const useIsBeingMoved = (id: string): boolean =>
  useSyncExternalStore(timeDraftStore.subscribe, () => timeDraftStore.get()?.worklog?.id === id);

/** The edge that was moved. */
export const movedEdge = ({ kind, target: { span } }: TimeDraft): number => (kind === 'end' ? span.to : span.from);

export const isSameSpan = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;
