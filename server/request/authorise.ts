// Whether a caller may make a request, and whether it is a valid one.

import type { Endpoint } from '#contract/endpoint.ts';
import { isPremium } from '#domain/companies.ts';
import { scopeOf } from '#domain/permissions.ts';
import { refusalsOf } from '../http/problem.ts';
import { newPasswordRefusals } from '../identity/password-policy.ts';
import type { CompanyFacts, Person, TokenFacts } from './context.ts';
import { Refused, refused } from './refused.ts';

export type Opened = { person: Person | null; company: CompanyFacts | null; token: TokenFacts | null };

type Sent = { path: Record<string, unknown>; rest: Record<string, unknown> };

/** Session, membership, plan and permission, in this order: that of the pages. Gives the scope of an action, `all` where none is asked. */
export function ensureMayCall(endpoint: Endpoint, { person, company, token }: Opened) {
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

export function parseInput(endpoint: Endpoint, call: Sent, minimumLength: number): unknown {
  const clash = Object.keys(call.rest).find((name) => Object.hasOwn(call.path, name));
  if (clash !== undefined) throw refused('field.unknown', { path: clash });
  const parsed = endpoint.input.safeParse({ ...call.rest, ...call.path }, { reportInput: true });
  if (parsed.success) return parsed.data;
  // An id in the path that is no id at all names nothing: it is answered like an unknown one.
  const isBadPath = parsed.error.issues.some((issue) => Object.hasOwn(call.path, String(issue.path[0])));
  if (isBadPath) throw refused(endpoint.refuses.find((code) => code.endsWith('.missing')) ?? 'route.unknown');
  const refusals = refusalsOf(parsed.error);
  throw new Refused([...refusals, ...newPasswordRefusals(endpoint, call.rest, { refusals, minimumLength })]);
}

/** The address that a request is about, of valid input. */
export const emailIn = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'email' in input && typeof input.email === 'string'
    ? input.email
    : null;
