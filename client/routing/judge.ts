// Evaluates the guard for a page with its flags and the stores, and applies the side effects of a redirect.

import { authStore, companiesStore, hasSignedOut, lastPerson } from '../auth.ts';
import { flagsOf, type Path } from '../routes.ts';
import { explainUpgrade } from '../shell/toast.ts';
import { destination } from './destination.ts';
import { endsTheWay, guard, type Verdict } from './guard.ts';

/** The redirect for a page, or null, without side effects: also for prefetching. */
export const foresee = (path: Path, auth = authStore.get(), companies = companiesStore.get()): Verdict => {
  const { isAuthenticated, user } = auth;
  const { activeCompany } = companies;
  return guard(path, flagsOf(path), {
    isAuthenticated,
    isEmailVerified: user?.emailVerified ?? false,
    company: activeCompany && { isPremium: activeCompany.plan === 'Premium', role: activeCompany.role },
    destination: destination.get(),
  });
};

/** The URL to redirect to, or null when the page may be shown. Stores or clears the destination. */
export function judge(path: Path, href: string): string | null {
  const verdict = foresee(path);
  if (!verdict) {
    if (endsTheWay(path, flagsOf(path))) destination.clear();
    return null;
  }
  console.info(`Guard: ${href} redirected to ${verdict.goTo}.`);
  if (verdict.storesDestination && !hasSignedOut()) destination.set(href, lastPerson());
  if (verdict.because === 'not-premium' && verdict.goTo === '/dashboard') explainUpgrade();
  return verdict.goTo;
}
