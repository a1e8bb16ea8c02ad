// Whether a request may be made, and its input. Authorising runs no handler: execute.ts calls one afterwards, in the same
// transaction. Uploads, streams and downloads call `authorise` or `withAuthorisation`, also to check again while they last.

import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { isPremium } from '#domain/companies.ts';
import { passwordRefusal } from '#domain/passwords.ts';
import { type Scope, scopeOf } from '#domain/permissions.ts';
import type { Refusal } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import type { Isolation } from '../db/transact.ts';
import { isAccessToken } from '../secrets/token-format.ts';
import { recordActivity } from './active-companies.ts';
import type { ApiRequest } from './call.ts';
import type { AuthorisedContext } from './context.ts';
import { createContext } from './handler-context.ts';
import { type OpenedRequest, openRequest } from './open-request.ts';
import type { Pipeline } from './pipeline.ts';
import { refusalsOf } from './problem.ts';
import { limitWrongSecrets } from './rate-limits.ts';
import { RefusalError, refused } from './refused.ts';
import { runTransaction } from './transaction.ts';

/** Who may make a request: an endpoint, or what a route outside of the endpoint table requires. */
export type AccessRule = Pick<Endpoint, 'method' | 'can' | 'onFreePlan' | 'forTokens'>;

type Attempt = { rule: AccessRule; request: ApiRequest; isolation?: Isolation };

/** Refuses the request, or returns who makes it. */
export const authorise = (pipeline: Pipeline, rule: AccessRule, request: ApiRequest): Promise<AuthorisedCaller> =>
  withAuthorisation(pipeline, { rule, request }, async ({ person, company, scope }) => ({ person, company, scope }));

export type AuthorisedCaller = Pick<AuthorisedContext, 'person' | 'company' | 'scope'>;

/** Refuses the request, or does `work` in the transaction that authorised it. */
export const withAuthorisation = <T>(
  pipeline: Pipeline,
  attempt: Attempt,
  work: (ctx: AuthorisedContext) => Promise<T>,
): Promise<T> => limitWrongTokens(pipeline, attempt.request, () => authoriseInTransaction(pipeline, attempt, work));

/** The same for a request whose token has been checked by `limitWrongTokens`. */
export const authoriseInTransaction = <T>(
  pipeline: Pipeline,
  { rule, request, isolation = 'read committed' }: Attempt,
  work: (ctx: AuthorisedContext) => Promise<T>,
): Promise<T> =>
  runTransaction(pipeline, { isolation }, async (db, beforeCommit) => {
    const opened = await openRequest(db, request);
    const scope = ensureAuthorised(rule, opened);
    if (opened.company) recordActivity(opened.company.id);
    const { ctx, publishChanges } = createContext(pipeline, request, { db, opened, scope });
    const result = await work(ctx);
    publishChanges(beforeCommit);
    return result;
  });

/** Refuses malformed access tokens, and limits how many wrong ones come from one network. */
export async function limitWrongTokens<T>(
  { database }: Pick<Pipeline, 'database'>,
  { accessToken = null, client }: ApiRequest,
  work: () => Promise<T>,
): Promise<T> {
  if (accessToken === null) return work();
  if (!isAccessToken(accessToken)) throw refused('token.not-usable');
  return limitWrongSecrets(database, { kind: 'access-token', address: client.address }, work);
}

/** Checks session, membership, plan and permission, in this order. Returns the scope; `all` where no action is involved. */
export function ensureAuthorised(rule: AccessRule, { person, company, token }: OpenedRequest): Scope {
  if (token && !rule.forTokens) throw refused('token.not-allowed');
  if (token?.isReadOnly && rule.method !== 'GET') throw refused('token.read-only');
  if (rule.can === 'anyone') return 'all';
  if (!person) throw refused('session.missing');
  if (rule.can === 'signed-in') return 'all';
  if (!person.isEmailVerified) throw refused('session.email-not-verified');
  if (rule.can === 'verified') return 'all';
  if (!company) throw refused('company.missing');
  if (!rule.onFreePlan && !isPremium(company.seats)) throw refused('plan.premium-required');
  const scope = scopeOf(company, rule.can);
  if (scope === 'none') throw refused('role.not-allowed');
  return scope;
}

type Validation<I extends z.ZodType> = Pick<Endpoint, 'refuses'> & { input: I };

export function parseInput<I extends z.ZodType>(
  endpoint: Validation<I>,
  { path, rest }: Pick<ApiRequest, 'path' | 'rest'>,
  { passwordMinLength }: Pick<Config, 'passwordMinLength'>,
): z.output<I> {
  const duplicate = Object.keys(rest).find((name) => Object.hasOwn(path, name));
  if (duplicate !== undefined) throw refused('field.unknown', { path: duplicate });
  const parsed = endpoint.input.safeParse({ ...rest, ...path }, { reportInput: true });
  if (parsed.success) return parsed.data;
  // A malformed id in the path is answered like an unknown id.
  const isBadPath = parsed.error.issues.some((issue) => Object.hasOwn(path, String(issue.path[0])));
  if (isBadPath) throw refused(endpoint.refuses.find((code) => code.endsWith('.missing')) ?? 'route.unknown');
  const refusals = refusalsOf(parsed.error);
  throw new RefusalError([
    ...refusals,
    ...newPasswordRefusals(endpoint, rest, { refusals, minLength: passwordMinLength }),
  ]);
}

type ValidationResult = { refusals: readonly Refusal[]; minLength: number };

/** Reports an unacceptable password together with other invalid fields, as far as it can be checked without the account. */
function newPasswordRefusals(
  endpoint: Pick<Endpoint, 'refuses'>,
  given: Record<string, unknown>,
  validation: ValidationResult,
): Refusal[] {
  const { password, name, email } = given;
  const isReported = validation.refusals.some(({ path }) => path === 'password');
  if (typeof password !== 'string' || isReported || !endpoint.refuses.includes('password.common')) return [];
  const personal = [name, email].filter((text) => typeof text === 'string');
  const refusal = passwordRefusal(password, { minLength: validation.minLength, personal });
  return refusal ? [refusal] : [];
}

/** The email address in the validated input, if there is one. */
export const emailIn = (input: unknown): string | null =>
  typeof input === 'object' && input !== null && 'email' in input && typeof input.email === 'string'
    ? input.email
    : null;
