// The definition of an endpoint. Router, typed client, OpenAPI document and permission tests derive from it.
// `can` is mandatory: an endpoint without it does not compile, so no endpoint is public by accident.
// Path parameters, query and body are one flat input: `{companyId}` in the path is the field `companyId` of the input.

import type { z } from 'zod';
import { type Action, isAction, isAllowedForTokens } from '#domain/permissions.ts';
import type { ReasonCode } from '#domain/reasons.ts';
import type { UploadKind } from './uploads.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * Who may call it. An action is looked up in the permission matrix and needs `{companyId}` in the path.
 * `anyone` needs no session; `signed-in` needs a session; `verified` needs a session with a verified address.
 */
export type Access = Action | 'anyone' | 'signed-in' | 'verified';

/**
 * `password`: signing in by password. `code`: the code of the second step. `secret`: a link, passkey or recovery code, which
 * cannot be guessed. `challenge`: the challenge for a sign-in by passkey. `confirm`: a signed-in person authenticates again;
 * `email-change` the same, and a mail is sent. `registration`: creating an account. `link`: mailing a link to an address.
 * `mail`: a signed-in person causes a mail. `download`: the file with everything about a person. `device`: turning notifications on.
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
  | 'download'
  | 'device';

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
  /** Whether a company on the Free plan may call it (the `noPremium` flag of the page that uses it). */
  onFreePlan: boolean;
  input: I;
  output: O;
  /**
   * Whether an access token may call it. Derived from the action; false for endpoints outside of the matrix, unless set.
   */
  forTokens: boolean;
  /** Reasons of refusals beyond those of every endpoint (bad input, no session, no permission). */
  refuses: readonly ReasonCode[];
  /** The rate limit of endpoints that send mail or check a guessable secret (server/request/rate-limits.ts). */
  rateLimit?: RateLimit;
  /** The response contains a secret: the copy that is stored for repeated requests is encrypted. */
  returnsSecret?: boolean;
  /**
   * The scope of the Idempotency-Key for requests without a session, or that begin or end one: the one-time code or the
   * address in the body, or the cookie of the browser. Absent: the signed-in person.
   */
  idempotencyScope?: 'code' | 'email' | 'browser';
  /** Takes a body but changes nothing: runs in a read-only transaction and stores no response for repeated requests. */
  isDryRun?: boolean;
  /** All statements of the request see the same snapshot: for numbers that must be consistent during concurrent writes. */
  isSnapshot?: boolean;
  /** The request body is a file of this kind instead of JSON, and the other fields are in the query (server/receipts/file-endpoints.ts). */
  upload?: UploadKind;
  /** The response is no JSON, but a file: a stored one (server/receipts/file-endpoints.ts), or one that is generated while it is sent
   * (server/report-files/send.ts). `types`: its possible media types. */
  file?: { source: 'stored' | 'generated'; types: readonly string[] };
  /** Limit of a JSON body that may be larger than the default. An upload has the limit of its kind. */
  maxBodyBytes?: number;
  /** Minimum response time, so that the timing reveals nothing that the response hides. */
  minResponseMs?: number;
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
  forTokens: isAction(options.can) && isAllowedForTokens(options.can),
  ...options,
});
