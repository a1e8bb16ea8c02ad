// The layout of every page of the application.

import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { m } from '#locales/messages.js';
import { useAuth, useCompanies } from '../auth.ts';
import { flagsOf } from '../routes.ts';
import { useCurrentPath } from '../routing/location.ts';
import { loadPage } from '../routing/page-loading.ts';
import { BlankLayout } from './BlankLayout.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { PagePending } from './PagePending.tsx';
import { Surroundings } from './Surroundings.tsx';

// Only the signed-in need the bar, the drawer and the menus: signing in does without their chunk.
const Frame = lazy(() => loadPage(() => import('./Frame.tsx').then((file) => file.Frame)));

export function Shell() {
  const path = useCurrentPath();
  const { isAuthenticated } = useAuth();
  const { activeCompany } = useCompanies();
  const flags = path && flagsOf(path);
  const layout = flags?.layout ?? (isAuthenticated ? 'inner' : 'blank');
  // Between a sign-out and the guard's next step there is nobody to show a page to.
  const isShowable = !flags || ((flags.noAuth || isAuthenticated) && (flags.noCompany || activeCompany !== null));
  const title = flags?.title() ?? m.shell_unknown_title();
  return (
    <Surroundings title={title}>
      {!isShowable ? (
        <LoadingScreen />
      ) : layout === 'blank' ? (
        <BlankLayout>
          <Outlet />
        </BlankLayout>
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <Frame flags={flags}>
            <Outlet />
          </Frame>
        </Suspense>
      )}
    </Surroundings>
  );
}

/** A page on its way, in the place where it will stand. */
export function Pending() {
  const path = useCurrentPath();
  const isBlank = path !== undefined && flagsOf(path).layout === 'blank';
  return isBlank ? <LoadingScreen /> : <PagePending />;
}
