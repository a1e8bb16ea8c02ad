// The guard at work: judges a page by the sitemap's flags and the stores, and keeps what has to be kept on the way.

import { authStore, companiesStore, hasSignedOut, lastPerson } from '../auth.ts';
import { flagsOf, type Path } from '../routes.ts';
import { explainUpgrade } from '../shell/toast.ts';
import { destination } from './destination.ts';
import { endsTheWay, guard, type Verdict } from './guard.ts';

/** Where a page that is only pointed at would lead, or null. */
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

/** Where the person has to go instead, or null: show the page. */
export function judge(path: Path, href: string): string | null {
  const verdict = foresee(path);
  if (!verdict) {
    if (endsTheWay(path, flagsOf(path))) destination.clear();
    return null;
  }
  console.info(`${href} is not for this person now; going to ${verdict.goTo}.`);
  if (verdict.storesDestination && !hasSignedOut()) destination.set(href, lastPerson());
  if (verdict.because === 'not-premium' && verdict.goTo === '/dashboard') explainUpgrade();
  return verdict.goTo;
}
