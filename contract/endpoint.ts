// What an endpoint promises. Router, typed client, OpenAPI document and permission tests derive from this description.
// `can` is mandatory: an endpoint without it does not compile, so nothing is open by accident.
// Path parameters, query and body are one flat input: `{companyId}` in the path is the field `companyId` of the input.

import type { z } from 'zod';
import { type Action, isAction, isOpenToTokens } from '#domain/permissions.ts';
import type { ReasonCode } from '#domain/reasons.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call it. An action asks the permission matrix and needs `{companyId}` in the path.
 * `anyone` needs no session; `signed-in` a session whose address may be unverified; `verified` a proven address.
 */
export type Access = Action | 'anyone' | 'signed-in' | 'verified';

/**
 * `password`: signing in by password. `code`: the code of the second step. `secret`: a link, passkey or recovery code, which
 * nobody guesses. `confirm`: a signed-in person proves once more who they are; `email-change` the same, and a mail is sent.
 * `link`: a link to a mailbox. `mail`: a signed-in person has mail sent.
 */
export type RateLimit =
  | 'password'
  | 'code'
  | 'secret'
  | 'confirm'
  | 'email-change'
  | 'challenge'
  | 'registration'
  | 'link'
  | 'mail'
  | 'download';

export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  C extends Access = Access,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = {
  method: M;
  path: P;
  summary: string;
  can: C;
  /** True where a company on the Free plan may call it (the `noPremium` flag of the page it serves). */
  onFreePlan: boolean;
  input: I;
  output: O;
  /**
   * Whether an access token may call it. Decided by the action; outside of the matrix nothing is, unless it says so here.
   */
  forTokens: boolean;
  /** Reasons beyond the ones every endpoint may give (bad input, no session, no permission). */
  refuses: readonly ReasonCode[];
  /** Endpoints that send mail or judge a guess name their rate limit (server/request/rate-limits.ts). */
  throttle?: RateLimit;
  /** The answer shows a secret once: where it is kept to be repeated, it is kept sealed. */
  answersSecret?: boolean;
  /**
   * Whose the Idempotency-Key is where a session cannot say it, because there is none or because the request itself begins or ends one:
   * that of the one-time code or address in the body, or of the cookie of the browser. Otherwise it is the person's.
   */
  keyScope?: 'code' | 'email' | 'browser';
  /** Changes nothing although it takes a body: runs in a read-only transaction and keeps no answer for a repeat. */
  isDryRun?: boolean;
  /** All statements of the request see one moment: for numbers that must agree with each other while others write. */
  isSnapshot?: boolean;
  /** Not JSON: the body is one file and the other fields travel in the query, or the answer is one (server/http/file-endpoints.ts); a stream is a file
   * that is made while it is read (server/report-files/send.ts). */
  file?: 'body' | 'answer' | 'stream';
  /** For files; other bodies are small. */
  largestBodyBytes?: number;
  /** Answers no sooner than this, where the time would tell what the answer must not. */
  answersAfterMs?: number;
};

type Options<M extends Method, P extends string, C extends Access, I extends z.ZodType, O extends z.ZodType> = Omit<
  Endpoint<M, P, C, I, O>,
  'refuses' | 'onFreePlan' | 'forTokens'
> & { refuses?: readonly ReasonCode[]; onFreePlan?: boolean; forTokens?: boolean };

export const endpoint = <
  M extends Method,
  const P extends string,
  C extends Access,
  I extends z.ZodType,
  O extends z.ZodType,
>(
  options: Options<M, P, C, I, O>,
): Endpoint<M, P, C, I, O> => ({
  refuses: [],
  onFreePlan: false,
  forTokens: isAction(options.can) && isOpenToTokens(options.can),
  ...options,
});
