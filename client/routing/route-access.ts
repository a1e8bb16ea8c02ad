// Whether the guard would let a member of a company open a page: navigation offers only such pages.

import type { SessionCompany } from '#contract/session.ts';
import { useCompanies } from '../auth.ts';
import { flagsOf, type Path } from '../routes.ts';
import { type GuardState, guard } from './guard.ts';

/** Role and plan in the active company, which decide the routes that can be opened; null without a company. */
export type RouteAccess = GuardState['company'];

export const routeAccessOf = (company: SessionCompany | null): RouteAccess =>
  company && { role: company.role, isPremium: company.plan === 'Premium' };

export const useRouteAccess = (): RouteAccess => routeAccessOf(useCompanies().activeCompany);

export const canOpen = (path: Path, company: RouteAccess): boolean =>
  guard(path, flagsOf(path), { isAuthenticated: true, isEmailVerified: true, company, destination: null }) === null;
