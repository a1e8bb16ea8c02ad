// Whether a page may be shown: the steps of product.md §2 in their order, as one pure function. The server judges again
// what the page asks for; this only spares people a page that cannot work.

import type { Role } from '#domain/permissions.ts';
import type { RouteFlags } from '../routes.ts';

export type GuardState = {
  isAuthenticated: boolean;
  isEmailVerified: boolean;
  company: { isPremium: boolean; role: Role } | null;
  /** The page asked for before a step sent the person elsewhere. */
  destination: string | null;
};

export type Verdict = {
  goTo: string;
  /** Remember this page, to return to it when the step is done. */
  storesDestination: boolean;
  /** Why, where the page arrived at does not say so itself. */
  because?: 'not-premium';
} | null;

/** Null: show the page. */
export function guard(path: string, flags: RouteFlags, state: GuardState): Verdict {
  if (path === '/') return { goTo: state.isAuthenticated ? '/dashboard' : '/login', storesDestination: false };
  if (flags.signedOutOnly && state.isAuthenticated) return onward(path, state);
  if (!state.isAuthenticated)
    return flags.noAuth && !flags.requiresAuth ? null : { goTo: '/login', storesDestination: true };
  if (!flags.noVerify && !state.isEmailVerified) return { goTo: '/verify-email', storesDestination: true };
  if (path === '/verify-email' && state.isEmailVerified) return onward(path, state);
  if (flags.noVerify) return null;
  return companyVerdict(path, flags, state);
}

/** Whether arriving here ends the way to the destination: not on the pages of the steps themselves. */
export const endsTheWay = (path: string, flags: RouteFlags): boolean =>
  !flags.noAuth && !flags.noCompany && path !== '/upgrade';

/** A report of as many projects, tasks and workers as one may be saved with: mails lead to it. */
const longestDestination = 16_000;

/** A path of this site and nothing else: no scheme, no host, no tricks with slashes or control characters. */
export function safeDestination(wanted: unknown): string | null {
  if (typeof wanted !== 'string' || wanted.length > longestDestination) return null;
  const isPath = wanted.startsWith('/') && !wanted.startsWith('//') && !wanted.includes('\\');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, which could turn "/\t/host" into "//host"
  if (!isPath || /[\u0000-\u0020\u007f]/.test(wanted)) return null;
  const url = URL.parse(wanted, 'https://daybook.invalid');
  return url?.origin === 'https://daybook.invalid' ? wanted : null;
}

function companyVerdict(path: string, flags: RouteFlags, { company, destination }: GuardState): Verdict {
  if (!company) return flags.noCompany ? null : { goTo: '/choose-company', storesDestination: true };
  if (path === '/choose-company') return onward(path, { destination });
  if (!flags.noPremium && !company.isPremium) {
    if (company.role === 'company admin') return { goTo: '/upgrade', storesDestination: true, because: 'not-premium' };
    return { goTo: '/dashboard', storesDestination: false, because: 'not-premium' };
  }
  const isAllowed = !flags.allowedRoles || flags.allowedRoles.includes(company.role);
  return isAllowed ? null : { goTo: '/', storesDestination: false };
}

/** On to the destination; never to the page one is on, which would go round for ever. */
function onward(path: string, { destination }: Pick<GuardState, 'destination'>): Verdict {
  const isElsewhere = destination !== null && destination.split(/[?#]/)[0] !== path;
  return { goTo: isElsewhere ? destination : '/dashboard', storesDestination: false };
}
