// Parts of a page that are fetched when they are asked for, or a little before.

import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { loadPage } from '../routing/page-loading.ts';
import { Need, PartTrouble } from './PartTrouble.tsx';

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

/**
 * `const Drawer = lazyPart(inKit(() => import('./Drawer.tsx').then((file) => file.Drawer)))`
 * What cannot be loaded says so in its own place, and is asked for again when the server is reached again.
 */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  // A lazy component keeps its failure for ever: another one takes its place.
  const ask = () => lazy(() => loadPage(load));
  let newest = ask();
  return (props) => {
    const [{ Part, turn }, show] = useState({ Part: newest, turn: 0 });
    // Made outside of the update, which React may run more than once.
    const again = useCallback(() => {
      const Fresh = ask();
      newest = Fresh;
      show(({ turn: before }) => ({ Part: Fresh, turn: before + 1 }));
    }, []);
    const [Trouble] = useState(() => ({ error }: { error: unknown }) => <PartTrouble error={error} onRetry={again} />);
    return (
      <CatchBoundary getResetKey={() => turn} errorComponent={Trouble}>
        <Part {...props} />
      </CatchBoundary>
    );
  };
}

const idleMs = 1_500;

/**
 * Something over the page: comes when it is needed, or once the page has had time to show what was asked for first. What
 * nobody has asked for yet may fail in silence.
 */
export function Later({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(isNeeded);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), idleMs);
    return () => clearTimeout(timer);
  }, []);
  if (isNeeded && !isDue) setDue(true);
  if (!isDue) return null;
  return (
    <Need value={isNeeded ? 'over-page' : 'not-yet'}>
      <Suspense>{children}</Suspense>
    </Need>
  );
}

/** Something over the page that was asked for. */
export const OverPage = ({ children }: { children: ReactNode }) => <Later isNeeded>{children}</Later>;

/** Comes beside the page, which is whole without it: until it is there, and should it never come. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={Nothing}>
    <Need value="not-yet">
      <Suspense>{children}</Suspense>
    </Need>
  </CatchBoundary>
);

const Nothing = () => null;
