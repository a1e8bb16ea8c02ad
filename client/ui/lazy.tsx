// Parts of a page that are fetched when they are asked for, or a little before.

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

/** Comes when it is needed, or once the page has had time to show what was asked for first. */
export function Later({ isNeeded, children }: { isNeeded: boolean; children: ReactNode }) {
  const [isDue, setDue] = useState(isNeeded);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), idleMs);
    return () => clearTimeout(timer);
  }, []);
  if (isNeeded && !isDue) setDue(true);
  return isDue ? <Suspense>{children}</Suspense> : null;
}
