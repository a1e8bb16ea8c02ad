// The routes of the sitemap with their pages, each in its own chunk and protected by the guard.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { authStore, companiesStore } from './auth.ts';
import type { SignedOutPath } from './identity/signed-out-pages.ts';
import { flagsOf, type Path, paths } from './routes.ts';
import { applyGuard, evaluateGuard } from './routing/apply-guard.ts';
import { setNavigator } from './routing/navigation.ts';
import { hasNewRelease, loadDocument } from './routing/new-release.ts';
import { loadPage } from './routing/page-loading.ts';
import { routeAccessOf } from './routing/route-access.ts';
import { parseSearch, stringifySearch } from './routing/search-params.ts';
import { loadFrame, RoutePending, Shell } from './Shell.tsx';
import { applyRightsChange } from './session/session-rights.ts';
import { RouteError, UnknownRoute } from './shell/route-errors.tsx';
import { isRefusedSection, pageInsteadOf } from './shell/settings-sections.ts';
import { withQueryClient } from './ui/lazy.tsx';

const signedOutPage = (path: SignedOutPath) => () =>
  import('./identity/signed-out-pages.ts').then(({ signedOutPages }): ComponentType => signedOutPages[path]);

const pages: Record<Path, () => Promise<ComponentType>> = {
  '/': () => import('./dashboard/DashboardPage.tsx').then((page) => page.DashboardPage),
  '/account-settings': () => import('./account/AccountSettingsPage.tsx').then((page) => page.AccountSettingsPage),
  '/approvals': () => import('./approvals/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
  '/choose-company': withQueryClient(() =>
    import('./companies/ChooseCompanyPage.tsx').then((page) => page.ChooseCompanyPage),
  ),
  '/dashboard': () => import('./dashboard/DashboardPage.tsx').then((page) => page.DashboardPage),
  '/join': signedOutPage('/join'),
  '/link-actions': withQueryClient(() => import('./identity/LinkActionsPage.tsx').then((page) => page.LinkActionsPage)),
  '/login': signedOutPage('/login'),
  '/projects': () => import('./projects/ProjectsPage.tsx').then((page) => page.ProjectsPage),
  '/projects/{id}': () => import('./projects/EditProjectPage.tsx').then((page) => page.EditProjectPage),
  '/projects/create': () => import('./projects/CreateProjectPage.tsx').then((page) => page.CreateProjectPage),
  '/register': signedOutPage('/register'),
  '/reports': () => import('./reports/ReportsPage.tsx').then((page) => page.ReportsPage),
  '/reports/projects/{projectId}': () =>
    import('./reports/ProjectReportPage.tsx').then((page) => page.ProjectReportPage),
  '/reports/projects/{projectId}/tasks/{taskId}': () =>
    import('./reports/TaskReportPage.tsx').then((page) => page.TaskReportPage),
  '/reset-password': signedOutPage('/reset-password'),
  '/settings': () => import('./account/SettingsPage.tsx').then((page) => page.SettingsPage),
  '/upgrade': () => import('./companies/UpgradePage.tsx').then((page) => page.UpgradePage),
  '/users': () => import('./members/MembersPage.tsx').then((page) => page.MembersPage),
  '/users/{uid}': () => import('./members/MemberPage.tsx').then((page) => page.MemberPage),
  '/users/import': () => import('./imports/ImportMembersPage.tsx').then((page) => page.ImportMembersPage),
  '/users/invites': () => import('./invites/InvitesPage.tsx').then((page) => page.InvitesPage),
  '/users/invites/create': () => import('./invites/CreateInvitePage.tsx').then((page) => page.CreateInvitePage),
  '/verify-email': withQueryClient(() => import('./identity/VerifyEmailPage.tsx').then((page) => page.VerifyEmailPage)),
  '/worklogs': () => import('./worklogs/WorklogsPage.tsx').then((page) => page.WorklogsPage),
};

const dashboardLoader = () => import('./dashboard/queries.ts').then((file) => file.prefetchDashboard);

/** Loaders that prefetch the data of a page for its search parameters. */
const loaders: Partial<Record<Path, () => Promise<(search: Record<string, unknown>) => void>>> = {
  '/': dashboardLoader,
  '/approvals': () => import('./approvals/queries.ts').then((file) => file.prefetchApprovals),
  '/dashboard': dashboardLoader,
  '/reports': () => import('./reports/queries.ts').then((file) => file.prefetchReport),
  '/worklogs': () => import('./worklogs/loader.ts').then((file) => file.prefetchWorklogs),
};

const root = createRootRoute({ component: Shell, errorComponent: RouteError, notFoundComponent: UnknownRoute });

const routes = paths.map((path) =>
  createRoute({
    getParentRoute: () => root,
    path: path.replace(/\{(\w+)\}/g, '$$$1'),
    staticData: { path },
    beforeLoad: ({ location, preload }) =>
      preload ? prefetchRoute(path, location.search) : enterRoute(path, location),
    component: lazyRouteComponent(() => loadPage(pages[path])),
  }),
);

/** A section of the settings has a URL of its own, and the title and the guard of /settings. A refused one leads to another page. */
const settingsSection = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  staticData: { path: '/settings' },
  beforeLoad: async ({ location, preload, params }) => {
    if (preload) return;
    await enterRoute('/settings', location);
    if (isRefused(params.section)) throw redirect({ to: pageInsteadOf(params.section), replace: true });
  },
  component: lazyRouteComponent(() => loadPage(pages['/settings'])),
});

// A separate route: otherwise a path that only begins like a page would get that page's title and guard.
const unknown = createRoute({ getParentRoute: () => root, path: '$', component: UnknownRoute });

export const router = createRouter({
  routeTree: root.addChildren([...routes, settingsSection, unknown]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: RoutePending,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

/** Returns what ends it. */
export const takeOverNavigation = () =>
  setNavigator({
    go: (href) => router.navigate({ href }),
    preload: (href) => {
      router.preloadRoute({ to: href }).catch(() => {});
    },
  });

/** Evaluates the guard again whenever the user, their companies or the active company change. */
export function reevaluateGuardOnChange(): void {
  authStore.subscribe(reevaluateGuard);
  companiesStore.subscribe(reevaluateGuard);
}

/** Preloads a page's chunk while the session is being loaded; for the signed-out the login page. */
export function preloadPage(pathname: string, isLikelySignedIn: boolean): void {
  const path = paths.find((known) => known === pathname);
  const likely = isLikelySignedIn ? path : path && flagsOf(path).noAuth && path !== '/' ? path : '/login';
  if (likely) loadPage(pages[likely]).catch(() => {});
}

/** Loads the first page and its frame, so that both are in the first render. Loading errors are shown by the routes. */
export async function loadFirstPage(): Promise<void> {
  await Promise.all([router.load(), authStore.get().isAuthenticated && loadFrame()]);
}

/** The user points at a link: prefetches the first data of its page. */
function prefetchRoute(path: Path, search: Record<string, unknown>): void {
  const result = evaluateGuard(path);
  if (result) throw redirect({ to: result.goTo });
  prefetchData(path, search);
}

function prefetchData(path: Path, search: Record<string, unknown>): void {
  const loader = loaders[path];
  if (!loader) return;
  // A failure is ignored: the page requests its data itself.
  loadPage(loader).then(
    ({ default: prefetch }) => prefetch(search),
    () => {},
  );
}

type Destination = { href: string; pathname: string; search: Record<string, unknown> };

function enterRoute(path: Path, { href, pathname, search }: Destination): Promise<never> | undefined {
  const goTo = applyGuard(path, href);
  if (goTo !== null) throw redirect({ href: goTo, replace: true });
  const isOtherPage = pathname !== router.state.resolvedLocation?.pathname;
  if (!isOtherPage) return undefined;
  if (hasNewRelease()) return loadDocument(href);
  // Requested while the page is loaded, instead of when it is rendered.
  prefetchData(path, search);
  return undefined;
}

const isRefused = (section: string): boolean =>
  isRefusedSection(section, routeAccessOf(companiesStore.get().activeCompany));

let isScheduled = false;

/** Batched: one response changes several stores, and the guard must not see an intermediate state. */
function reevaluateGuard(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    const match = router.state.matches.at(-1);
    const path = match?.staticData.path;
    const isSectionLost = match !== undefined && 'section' in match.params && isRefused(match.params.section);
    applyRightsChange({ isPageLost: path !== undefined && (evaluateGuard(path) !== null || isSectionLost) });
    router.invalidate();
  });
}
