// Parts of a page that are fetched when they are asked for, or a little before.

import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadPage } from '../routing/page-loading.ts';

type Load<P> = () => Promise<ComponentType<P>>;

type Surroundings = ComponentType<{ children: ReactNode }>;

/** The same part within something that is fetched beside it. */
const within =
  (surround: () => Promise<Surroundings>) =>
  <P extends object>(load: Load<P>): Load<P> =>
  async () => {
    const [Part, Around] = await Promise.all([load(), surround()]);
    return (props) => (
      <Around>
        <Part {...props} />
      </Around>
    );
  };

/** With the kit of components around it. */
export const inKit = within(() => import('./Kit.tsx').then(({ Kit }) => Kit));

/** For a page that asks the server outside of the frame, which has the answers around it. */
export const withAnswers = within(() => import('../Answers.tsx').then(({ Answers }) => Answers));

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

/** Comes beside the page, which is whole without it: until it is there, and should it never come. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={Nothing}>
    <Suspense>{children}</Suspense>
  </CatchBoundary>
);

const Nothing = () => null;

/** To the page, which can say so. */
function Thrown({ error }: { error: unknown }): never {
  throw error;
}
