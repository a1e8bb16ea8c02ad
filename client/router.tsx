// The routes of the sitemap with their pages, each in its own chunk, behind the guard.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { authStore, companiesStore } from './auth.ts';
import { destination } from './destination.ts';
import { parseSearch, stringifySearch } from './filters.ts';
import { endsTheWay, guard, type Verdict } from './guard.ts';
import { loadPage } from './page-loading.ts';
import { flagsOf, type Path, paths } from './routes.ts';
import { PageProblem, UnknownRoute } from './shell/problems.tsx';
import { Pending, Shell } from './shell/Shell.tsx';
import { explainUpgrade } from './shell/toast.ts';

const pages: Record<Path, () => Promise<ComponentType>> = {
  '/': () => import('./dashboard/DashboardPage.tsx').then((page) => page.DashboardPage),
  '/account-settings': () => import('./account/AccountSettingsPage.tsx').then((page) => page.AccountSettingsPage),
  '/approvals': () => import('./approvals/ApprovalsPage.tsx').then((page) => page.ApprovalsPage),
  '/choose-company': () => import('./company/ChooseCompanyPage.tsx').then((page) => page.ChooseCompanyPage),
  '/dashboard': () => import('./dashboard/DashboardPage.tsx').then((page) => page.DashboardPage),
  '/join': () => import('./session/JoinPage.tsx').then((page) => page.JoinPage),
  '/link-actions': () => import('./session/LinkActionsPage.tsx').then((page) => page.LinkActionsPage),
  '/login': () => import('./session/LoginPage.tsx').then((page) => page.LoginPage),
  '/projects': () => import('./projects/ProjectsPage.tsx').then((page) => page.ProjectsPage),
  '/projects/{id}': () => import('./projects/EditProjectPage.tsx').then((page) => page.EditProjectPage),
  '/projects/create': () => import('./projects/CreateProjectPage.tsx').then((page) => page.CreateProjectPage),
  '/register': () => import('./session/RegisterPage.tsx').then((page) => page.RegisterPage),
  '/reports': () => import('./reports/ReportsPage.tsx').then((page) => page.ReportsPage),
  '/reports/projects/{projectId}': () =>
    import('./reports/ProjectReportPage.tsx').then((page) => page.ProjectReportPage),
  '/reports/projects/{projectId}/tasks/{taskId}': () =>
    import('./reports/TaskReportPage.tsx').then((page) => page.TaskReportPage),
  '/reset-password': () => import('./session/ResetPasswordPage.tsx').then((page) => page.ResetPasswordPage),
  '/settings': () => import('./company/SettingsPage.tsx').then((page) => page.SettingsPage),
  '/upgrade': () => import('./company/UpgradePage.tsx').then((page) => page.UpgradePage),
  '/users': () => import('./users/UsersPage.tsx').then((page) => page.UsersPage),
  '/users/{uid}': () => import('./users/UserPage.tsx').then((page) => page.UserPage),
  '/users/import': () => import('./users/ImportUserPage.tsx').then((page) => page.ImportUserPage),
  '/users/invites': () => import('./users/InvitesPage.tsx').then((page) => page.InvitesPage),
  '/users/invites/create': () => import('./users/CreateInvitePage.tsx').then((page) => page.CreateInvitePage),
  '/verify-email': () => import('./session/VerifyEmailPage.tsx').then((page) => page.VerifyEmailPage),
  '/worklogs': () => import('./worklogs/WorklogsPage.tsx').then((page) => page.WorklogsPage),
};

const root = createRootRoute({ component: Shell, notFoundComponent: UnknownRoute, errorComponent: PageProblem });

const routes = paths.map((path) =>
  createRoute({
    getParentRoute: () => root,
    path: path.replace(/\{(\w+)\}/g, '$$$1'),
    staticData: { path },
    beforeLoad: ({ location, preload }) => enter(path, location.href, preload),
    component: lazyRouteComponent(() => loadPage(pages[path])),
  }),
);

export const router = createRouter({
  routeTree: root.addChildren(routes),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: Pending,
  defaultErrorComponent: PageProblem,
  scrollRestoration: true,
});

/** Asks for a page's chunk while the session is still being asked for; signing in comes next for the signed-out. */
export function preloadPage(pathname: string, isLikelySignedIn: boolean): void {
  const path = paths.find((known) => known === pathname);
  const likely = isLikelySignedIn ? path : path && flagsOf(path).noAuth && path !== '/' ? path : '/login';
  if (likely) loadPage(pages[likely]).catch(() => {});
}

function enter(path: Path, href: string, isPreload: boolean): void {
  const flags = flagsOf(path);
  const verdict = guard(path, flags, guardState());
  if (isPreload) {
    if (verdict) throw redirect({ to: verdict.goTo });
    return;
  }
  if (!verdict) {
    if (endsTheWay(path, flags)) destination.clear();
    return;
  }
  follow(verdict, href);
}

function follow(verdict: NonNullable<Verdict>, href: string): never {
  console.info(`${href} is not for this person now; going to ${verdict.goTo}.`);
  if (verdict.storesDestination) destination.set(href);
  if (verdict.because === 'not-premium' && verdict.goTo === '/dashboard') explainUpgrade();
  throw redirect({ href: verdict.goTo, replace: true });
}

function guardState() {
  const { isAuthenticated, user } = authStore.get();
  const { activeCompany } = companiesStore.get();
  return {
    isAuthenticated,
    isEmailVerified: user?.emailVerified ?? false,
    company: activeCompany && { isPremium: activeCompany.plan === 'Premium', role: activeCompany.role },
    destination: destination.get(),
  };
}
