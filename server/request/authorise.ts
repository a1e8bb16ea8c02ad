// Checks whether the caller may make a request, and validates its input.

import type { Endpoint } from '#contract/endpoint.ts';
import { isPremium } from '#domain/companies.ts';
import { scopeOf } from '#domain/permissions.ts';
import { refusalsOf } from '../http/problem.ts';
import { newPasswordRefusals } from '../identity/password-policy.ts';
import type { CompanyFacts, Person, TokenFacts } from './context.ts';
import { RefusalError, refused } from './refused.ts';

export type OpenedRequest = { person: Person | null; company: CompanyFacts | null; token: TokenFacts | null };

type RawInput = { path: Record<string, unknown>; rest: Record<string, unknown> };

/** Checks session, membership, plan and permission, in this order. Returns the scope; `all` where no action is involved. */
export function ensureAuthorised(endpoint: Endpoint, { person, company, token }: OpenedRequest) {
  if (token && !endpoint.forTokens) throw refused('token.not-allowed');
  if (token?.isReadOnly && endpoint.method !== 'GET') throw refused('token.read-only');
  if (endpoint.can === 'anyone') return 'all';
  if (!person) throw refused('session.missing');
  if (endpoint.can === 'signed-in') return 'all';
  if (!person.isEmailVerified) throw refused('session.email-not-verified');
  if (endpoint.can === 'verified') return 'all';
  if (!company) throw refused('company.missing');
  if (!endpoint.onFreePlan && !isPremium(company.seats)) throw refused('plan.premium-required');
  const scope = scopeOf(company.role, endpoint.can);
  if (scope === 'none') throw refused('role.not-allowed');
  return scope;
}

export function parseInput(endpoint: Endpoint, call: RawInput, minimumLength: number): unknown {
  const duplicate = Object.keys(call.rest).find((name) => Object.hasOwn(call.path, name));
  if (duplicate !== undefined) throw refused('field.unknown', { path: duplicate });
  const parsed = endpoint.input.safeParse({ ...call.rest, ...call.path }, { reportInput: true });
  if (parsed.success) return parsed.data;
  // A malformed id in the path is answered like an unknown id.
  const isBadPath = parsed.error.issues.some((issue) => Object.hasOwn(call.path, String(issue.path[0])));
  if (isBadPath) throw refused(endpoint.refuses.find((code) => code.endsWith('.missing')) ?? 'route.unknown');
  const refusals = refusalsOf(parsed.error);
  throw new RefusalError([...refusals, ...newPasswordRefusals(endpoint, call.rest, { refusals, minimumLength })]);
}

/** The email address in the validated input, if there is one. */
export const emailIn = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'email' in input && typeof input.email === 'string'
    ? input.email
    : null;
