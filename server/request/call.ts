// A request and its result, independent of HTTP.

import type { Endpoint } from '#contract/endpoint.ts';
import type { Locale } from '#domain/settings.ts';
import type { AnyContext, Guesses, UploadedFile } from './context.ts';

/** A request, independent of HTTP and of what it asks for. */
export type ApiRequest = {
  path: Record<string, unknown>;
  /** The query of a GET or DELETE, the body of other requests. */
  rest: Record<string, unknown>;
  sessionToken: string | null;
  browserToken: string | null;
  guesses?: Guesses;
  /** If present, the request is authorised by this token alone, without cookies. */
  accessToken?: string | null;
  /** The id of the only person for whom the request is meant: a queue on a device that several people use. */
  onlyFor?: string | null;
  upload?: UploadedFile;
  idempotencyKey: string | null;
  locale: Locale;
  client: AnyContext['client'];
};

/** A request of an endpoint. */
export type Call = ApiRequest & {
  endpoint: Endpoint;
  /** Written as a method, so that handlers with narrower contexts are assignable; authorising makes that sound. */
  handle(ctx: AnyContext, input: unknown): Promise<unknown>;
};

export type RequestResult = Cookies & { status: number; body: unknown; isReplay: boolean };

export type Cookies = {
  /** Null clears the cookie, undefined leaves it as it is. */
  session: { token: string; expiresAt: Date } | null | undefined;
  /** The new token of the known-browser cookie. */
  browser?: string | undefined;
};
