// Whether a page may be shown: the steps of the specification in their order, as one pure function. The server authorises every
// request of the page by itself; the guard only redirects from pages that could not work.

import type { SessionCompany } from '#contract/identity.ts';
import type { Role } from '#domain/permissions.ts';
import type { RouteFlags } from '../routes.ts';

export type GuardState = {
  isAuthenticated: boolean;
  isEmailVerified: boolean;
  company: { isPremium: boolean; role: Role; scopes: SessionCompany['scopes'] } | null;
  /** The page that was requested before a step redirected. */
  destination: string | null;
};

export type GuardResult = {
  goTo: string;
  /** Store this page as the destination, to return to it when the step is done. */
  storesDestination: boolean;
  /** The reason, where the target page does not show it. */
  reason?: 'not-premium';
} | null;

/** Null when the page may be shown. */
export function guard(path: string, flags: RouteFlags, state: GuardState): GuardResult {
  if (path === '/') return { goTo: state.isAuthenticated ? '/dashboard' : '/login', storesDestination: false };
  if (flags.signedOutOnly && state.isAuthenticated) return toDestination(path, state);
  if (!state.isAuthenticated)
    return flags.noAuth && !flags.requiresAuth ? null : { goTo: '/login', storesDestination: true };
  if (!flags.noVerify && !state.isEmailVerified) return { goTo: '/verify-email', storesDestination: true };
  if (path === '/verify-email' && state.isEmailVerified) return toDestination(path, state);
  if (flags.noVerify) return null;
  return companySteps(path, flags, state);
}

/** Whether showing this page completes the redirect: all pages except those of the steps. */
export const clearsDestination = (path: string, flags: RouteFlags): boolean =>
  !flags.noAuth && !flags.noCompany && path !== '/upgrade';

/** Emails link to saved reports with the maximum number of projects, tasks and workers. */
const maxDestinationLength = 16_000;

/** Only a path of this site: no scheme, no host, no backslashes or control characters. */
export function safeDestination(path: unknown): string | null {
  if (typeof path !== 'string' || path.length > maxDestinationLength) return null;
  const isPath = path.startsWith('/') && !path.startsWith('//') && !path.includes('\\');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which could turn "/\t/host" into "//host"
  if (!isPath || /[\u0000-\u0020\u007f]/.test(path)) return null;
  const url = URL.parse(path, 'https://daybook.invalid');
  return url?.origin === 'https://daybook.invalid' ? path : null;
}

function companySteps(path: string, flags: RouteFlags, { company, destination }: GuardState): GuardResult {
  if (!company) return flags.noCompany ? null : { goTo: '/choose-company', storesDestination: true };
  if (path === '/choose-company') return toDestination(path, { destination });
  if (!flags.noPremium && !company.isPremium) {
    if (company.scopes['billing.manage']) return { goTo: '/upgrade', storesDestination: true, reason: 'not-premium' };
    return { goTo: '/dashboard', storesDestination: false, reason: 'not-premium' };
  }
  // By a policy the company may grant the action of a page to more roles than the table names.
  const isGranted = flags.can !== undefined && company.scopes[flags.can] !== undefined;
  const isAllowed = !flags.allowedRoles || flags.allowedRoles.includes(company.role) || isGranted;
  return isAllowed ? null : { goTo: '/', storesDestination: false };
}

/** To the destination, unless it is the current page, which would be a redirect loop. */
function toDestination(path: string, { destination }: Pick<GuardState, 'destination'>): GuardResult {
  const isElsewhere = destination !== null && destination.split(/[?#]/)[0] !== path;
  return { goTo: isElsewhere ? destination : '/dashboard', storesDestination: false };
}
