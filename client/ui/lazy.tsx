// Lazily loaded parts of a page.

import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { loadPage } from '../routing/page-loading.ts';
import { LoadErrorPlacement, PartLoadError } from './PartLoadError.tsx';

type Load<P> = () => Promise<ComponentType<P>>;

type Provider = ComponentType<{ children: ReactNode }>;

/** Wraps a lazily loaded component in a provider that is loaded in parallel. */
const wrapIn =
  (loadProvider: () => Promise<Provider>) =>
  <P extends object>(load: Load<P>): Load<P> =>
  async () => {
    const [Part, Wrapper] = await Promise.all([load(), loadProvider()]);
    return (props) => (
      <Wrapper>
        <Part {...props} />
      </Wrapper>
    );
  };

/** For pages that use queries outside of the frame, which provides the query client. */
export const withQueryClient = wrapIn(() => import('../QueryProvider.tsx').then(({ QueryProvider }) => QueryProvider));

/**
 * `const Drawer = lazyPart(() => import('./Drawer.tsx').then((file) => file.Drawer))`
 * A load error is shown in place of the part, and loading is retried when the server is reachable again.
 */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P> {
  // A lazy component caches its failure: retrying needs a new one.
  const createPart = () => lazy(() => loadPage(load));
  let newest = createPart();
  return (props) => {
    const [{ Part, attempt }, show] = useState({ Part: newest, attempt: 0 });
    // Created outside of the state update, which React may run more than once.
    const retry = useCallback(() => {
      const Fresh = createPart();
      newest = Fresh;
      show(({ attempt: before }) => ({ Part: Fresh, attempt: before + 1 }));
    }, []);
    const [ErrorComponent] = useState(() => ({ error }: { error: unknown }) => (
      <PartLoadError error={error} onRetry={retry} />
    ));
    return (
      <CatchBoundary getResetKey={() => attempt} errorComponent={ErrorComponent}>
        <Part {...props} />
      </CatchBoundary>
    );
  };
}

const idleMs = 1_500;

/**
 * Mounts something over the page when it is needed, or after a delay, so that the page is loaded first. Until it is needed, load
 * errors are not shown.
 */
export function DeferredMount({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(isNeeded);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), idleMs);
    return () => clearTimeout(timer);
  }, []);
  if (isNeeded && !isDue) setDue(true);
  if (!isDue) return null;
  return (
    <LoadErrorPlacement value={isNeeded ? 'overlay' : 'hidden'}>
      <Suspense>{children}</Suspense>
    </LoadErrorPlacement>
  );
}

/** Something over the page that the user requested. */
export const OverlayMount = ({ children }: { children: ReactNode }) => (
  <DeferredMount isNeeded>{children}</DeferredMount>
);

/** Something the page does not depend on: nothing is shown while it loads or when it fails. */
export const Optional = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={() => 0} errorComponent={Nothing}>
    <LoadErrorPlacement value="hidden">
      <Suspense fallback={<span hidden data-loading="true" />}>{children}</Suspense>
    </LoadErrorPlacement>
  </CatchBoundary>
);

const Nothing = () => null;
