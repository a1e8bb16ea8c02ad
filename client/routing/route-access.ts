// Which pages navigation offers: those of the plan whose action the server grants. The guard allows the same people, by role.

import type { SessionCompany } from '#contract/identity.ts';
import { useCompanies } from '../auth.ts';
import { flagsOf, type Path } from '../routes.ts';
import { type GuardState, guard } from './guard.ts';

/** Role, grants and plan in the active company; null without a company. */
export type RouteAccess = GuardState['company'];

export const routeAccessOf = (company: SessionCompany | null): RouteAccess =>
  company && { role: company.role, scopes: company.scopes, isPremium: company.plan === 'Premium' };

export const useRouteAccess = (): RouteAccess => routeAccessOf(useCompanies().activeCompany);

export function canOpen(path: Path, company: RouteAccess): boolean {
  const { allowedRoles: _, can: action, ...flags } = flagsOf(path);
  const state = { isAuthenticated: true, isEmailVerified: true, company, destination: null };
  const isGranted = action === undefined || company?.scopes[action] !== undefined;
  return isGranted && guard(path, flags, state) === null;
}
