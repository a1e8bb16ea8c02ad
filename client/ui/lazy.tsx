// Parts of a page that are fetched when they are asked for, or a little before.

import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadPage } from '../page-loading.ts';

type Load<P> = () => Promise<ComponentType<P>>;

/** The same part within the kit of components, which is fetched beside it. */
export const inKit =
  <P extends object>(load: Load<P>): Load<P> =>
  async () => {
    const [Part, { Kit }] = await Promise.all([load(), import('./Kit.tsx')]);
    return (props) => (
      <Kit>
        <Part {...props} />
      </Kit>
    );
  };

/** `const Drawer = lazyPart(inKit(() => import('./Drawer.tsx').then((file) => file.Drawer)))` */
export const lazyPart = <P extends object>(load: Load<P>) => lazy(() => loadPage(load));

const idleMs = 1_500;

/**
 * Comes when it is needed, or once the page has had time to show what was asked for first. What nobody has asked for yet
 * may fail in silence.
 */
export function Later({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(isNeeded);
  useEffect(() => {
    // What is asked for while the device is offline is lost for this document.
    const timer = setTimeout(() => navigator.onLine && setDue(true), idleMs);
    return () => clearTimeout(timer);
  }, []);
  if (isNeeded && !isDue) setDue(true);
  if (!isDue) return null;
  return (
    <CatchBoundary getResetKey={() => Number(isNeeded)} errorComponent={isNeeded ? Thrown : Nothing}>
      <Suspense>{children}</Suspense>
    </CatchBoundary>
  );
}

const Nothing = () => null;

/** To the page, which can say so. */
function Thrown({ error }: { error: unknown }): never {
  throw error;
}
