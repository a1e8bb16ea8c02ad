// Evaluates the guard for a page with its flags and the stores, and applies the side effects of a redirect.

import { authStore, companiesStore, hasSignedOut, lastUserId } from '../auth.ts';
import { flagsOf, type Path } from '../routes.ts';
import { showSeatsToast } from '../toast.ts';
import { destination } from './destination.ts';
import { clearsDestination, type GuardResult, guard } from './guard.ts';
import { routeAccessOf } from './route-access.ts';

/** The redirect for a page, or null, without side effects: also for prefetching. */
export const evaluateGuard = (path: Path, auth = authStore.get(), companies = companiesStore.get()): GuardResult => {
  const { isAuthenticated, user } = auth;
  const { activeCompany } = companies;
  return guard(path, flagsOf(path), {
    isAuthenticated,
    isEmailVerified: user?.emailVerified ?? false,
    company: routeAccessOf(activeCompany),
    destination: destination.get(),
  });
};

/** The URL to redirect to, or null when the page may be shown. Stores or clears the destination. */
export function applyGuard(path: Path, href: string): string | null {
  const result = evaluateGuard(path);
  if (!result) {
    if (clearsDestination(path, flagsOf(path))) destination.clear();
    return null;
  }
  console.info(`Guard: ${href} redirected to ${result.goTo}.`);
  if (result.storesDestination && !hasSignedOut()) destination.set(href, lastUserId());
  if (result.reason === 'not-premium' && result.goTo === '/dashboard') showSeatsToast();
  return result.goTo;
}
