// The routes of the sitemap with their pages, each in its own chunk and protected by the guard.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { authStore, companiesStore } from './auth.ts';
import { flagsOf, type Path, paths } from './routes.ts';
import { foresee, judge } from './routing/judge.ts';
import { loadPage } from './routing/page-loading.ts';
import { parseSearch, stringifySearch } from './routing/search-params.ts';
import { leadBy } from './routing/way.ts';
import type { EntrancePath } from './session/entrance-pages.ts';
import { followScope } from './session/scope.ts';
import { PageProblem, UnknownRoute } from './shell/problems.tsx';
import { Pending, Shell } from './shell/Shell.tsx';
import { inKit, withAnswers } from './ui/lazy.tsx';

const entrancePage = (path: EntrancePath) => () =>
  import('./session/entrance-pages.ts').then(({ entrancePages }): ComponentType => entrancePages[path]);

const pages: Record<Path, () => Promise<ComponentType>> = {
  '/': () => import('./dashboard/DashboardPage.tsx').then((page) => page.DashboardPage),
  '/account-settings': inKit(() =>
    import('./account/AccountSettingsPage.tsx').then((page) => page.AccountSettingsPage),
  ),
  '/approvals': () => import('./approvals/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
  '/choose-company': withAnswers(
    inKit(() => import('./company/ChooseCompanyPage.tsx').then((page) => page.ChooseCompanyPage)),
  ),
  '/dashboard': () => import('./dashboard/DashboardPage.tsx').then((page) => page.DashboardPage),
  '/join': entrancePage('/join'),
  '/link-actions': withAnswers(() => import('./session/LinkActionsPage.tsx').then((page) => page.LinkActionsPage)),
  '/login': entrancePage('/login'),
  '/projects': inKit(() => import('./projects/ProjectsPage.tsx').then((page) => page.ProjectsPage)),
  '/projects/{id}': inKit(() => import('./projects/EditProjectPage.tsx').then((page) => page.EditProjectPage)),
  '/projects/create': inKit(() => import('./projects/CreateProjectPage.tsx').then((page) => page.CreateProjectPage)),
  '/register': entrancePage('/register'),
  '/reports': () => import('./reports/ReportsPage.tsx').then((page) => page.ReportsPage),
  '/reports/projects/{projectId}': () =>
    import('./reports/ProjectReportPage.tsx').then((page) => page.ProjectReportPage),
  '/reports/projects/{projectId}/tasks/{taskId}': () =>
    import('./reports/TaskReportPage.tsx').then((page) => page.TaskReportPage),
  '/reset-password': entrancePage('/reset-password'),
  '/settings': inKit(() => import('./company/SettingsPage.tsx').then((page) => page.SettingsPage)),
  '/upgrade': inKit(() => import('./company/UpgradePage.tsx').then((page) => page.UpgradePage)),
  '/users': inKit(() => import('./users/UsersPage.tsx').then((page) => page.UsersPage)),
  '/users/{uid}': inKit(() => import('./users/UserPage.tsx').then((page) => page.UserPage)),
  '/users/import': inKit(() => import('./users/ImportUserPage.tsx').then((page) => page.ImportUserPage)),
  '/users/invites': inKit(() => import('./users/InvitesPage.tsx').then((page) => page.InvitesPage)),
  '/users/invites/create': inKit(() => import('./users/CreateInvitePage.tsx').then((page) => page.CreateInvitePage)),
  '/verify-email': withAnswers(() => import('./session/VerifyEmailPage.tsx').then((page) => page.VerifyEmailPage)),
  '/worklogs': () => import('./worklogs/WorklogsPage.tsx').then((page) => page.WorklogsPage),
};

/** Loaders that prefetch the data of a page for the search parameters of a link. */
const questions: Partial<Record<Path, () => Promise<(search: Record<string, unknown>) => void>>> = {
  '/approvals': () => import('./approvals/queries.ts').then((file) => file.askAhead),
  '/reports': () => import('./reports/queries.ts').then((file) => file.askAhead),
  '/worklogs': () => import('./worklogs/loader.ts').then((file) => file.askAhead),
};

const root = createRootRoute({ component: Shell, errorComponent: PageProblem });

const routes = paths.map((path) =>
  createRoute({
    getParentRoute: () => root,
    path: path.replace(/\{(\w+)\}/g, '$$$1'),
    staticData: { path },
    beforeLoad: ({ location, preload }) => (preload ? foreseen(path, location.search) : enter(path, location.href)),
    component: lazyRouteComponent(() => loadPage(pages[path])),
  }),
);

// A separate route: otherwise a path that only begins like a page would get that page's title and guard.
const unknown = createRoute({ getParentRoute: () => root, path: '$', component: UnknownRoute });

export const router = createRouter({
  routeTree: root.addChildren([...routes, unknown]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: Pending,
  defaultErrorComponent: PageProblem,
  scrollRestoration: true,
});

leadBy({
  go: (href) => router.navigate({ href }),
  point: (href) => {
    router.preloadRoute({ to: href }).catch(() => {});
  },
});

/** Evaluates the guard again whenever the user, their companies or the active company change. */
export function judgeOnChange(): void {
  authStore.subscribe(judgeAgain);
  companiesStore.subscribe(judgeAgain);
}

/** Preloads a page's chunk while the session is being loaded; for the signed-out the login page. */
export function preloadPage(pathname: string, isLikelySignedIn: boolean): void {
  const path = paths.find((known) => known === pathname);
  const likely = isLikelySignedIn ? path : path && flagsOf(path).noAuth && path !== '/' ? path : '/login';
  if (likely) loadPage(pages[likely]).catch(() => {});
}

/** The user points at a link: prefetches the first data of its page. */
function foreseen(path: Path, search: Record<string, unknown>): void {
  const verdict = foresee(path);
  if (verdict) throw redirect({ to: verdict.goTo });
  const question = questions[path];
  if (!question) return;
  // A failure is ignored: the page requests its data itself.
  loadPage(question).then(
    ({ default: ask }) => ask(search),
    () => {},
  );
}

function enter(path: Path, href: string): void {
  const goTo = judge(path, href);
  if (goTo !== null) throw redirect({ href: goTo, replace: true });
}

let isJudging = false;

/** Batched: one response changes several stores, and the guard must not see an intermediate state. */
function judgeAgain(): void {
  if (isJudging) return;
  isJudging = true;
  queueMicrotask(() => {
    isJudging = false;
    const path = router.state.matches.at(-1)?.staticData.path;
    followScope({ isLeft: path !== undefined && foresee(path) !== null });
    router.invalidate();
  });
}
