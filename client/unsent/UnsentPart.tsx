import { Suspense } from 'react';
import { lazyPart } from '../ui/lazy.tsx';
import type { FormTarget } from '../worklogs/search.ts';
import { loadUnsent, useUnsent } from './store.ts';

const UnsentList = lazyPart(() => loadUnsent().then((unsent) => unsent.UnsentList));

/** The list of what waits on this device, which is loaded only where something does. */
export function UnsentPart({ onOpen }: { onOpen: (target: FormTarget) => void }) {
  if (useUnsent().length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UnsentList onOpen={onOpen} />
    </Suspense>
  );
}
