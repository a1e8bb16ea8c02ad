// The layout of every page of the application.

import { lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { m } from '#locales/messages.js';
import { useAuth, useCompanies } from './auth.ts';
import { flagsOf } from './routes.ts';
import { evaluateGuard } from './routing/apply-guard.ts';
import { useCurrentPath } from './routing/location.ts';
import { loadPage } from './routing/page-loading.ts';
import { AppChrome } from './shell/AppChrome.tsx';
import { BlankLayout } from './shell/BlankLayout.tsx';
import { LoadingScreen } from './shell/LoadingScreen.tsx';
import { PagePending } from './shell/PagePending.tsx';
import { lazyPart, Optional, withQueryClient } from './ui/lazy.tsx';

// Loaded for signed-in users only: the signed-out pages have no bar, drawer and menus.
const Frame = lazyRouteComponent(() => loadPage(() => import('./Frame.tsx').then((file) => file.Frame)));

export const loadFrame = (): Promise<void> => Promise.resolve(Frame.preload?.());

const AccountMenu = lazyPart(withQueryClient(() => import('./AccountMenu.tsx').then((file) => file.AccountMenu)));

export function Shell() {
  const path = useCurrentPath();
  const auth = useAuth();
  const companies = useCompanies();
  const flags = path && flagsOf(path);
  const layout = flags?.layout ?? (auth.isAuthenticated ? 'inner' : 'blank');
  // A page that the guard refuses (now) is not rendered while the redirect is pending.
  const isShowable = !path || evaluateGuard(path, auth, companies) === null;
  const title = flags?.title() ?? m.shell_unknown_title();
  return (
    <AppChrome title={title}>
      {!isShowable && (layout === 'blank' || !companies.activeCompany) ? (
        <LoadingScreen />
      ) : layout === 'blank' ? (
        <BlankLayout
          menu={
            flags?.requiresAuth && (
              <Optional>
                <AccountMenu />
              </Optional>
            )
          }
        >
          <Outlet />
        </BlankLayout>
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <Frame flags={flags}>{isShowable ? <Outlet /> : <PagePending />}</Frame>
        </Suspense>
      )}
    </AppChrome>
  );
}

/** Shown while a route is loading. */
export function RoutePending() {
  const path = useCurrentPath();
  const isBlank = path !== undefined && flagsOf(path).layout === 'blank';
  return isBlank ? <LoadingScreen /> : <PagePending />;
}
