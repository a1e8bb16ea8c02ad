// Credentials of a request: the cookies of a browser, or the bearer token of a program. If a request has both, only the token
// counts, so that cookies that a browser adds automatically never do.

import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/config.ts';
import { browserToken, sessionToken } from './cookie.ts';

export type RequestCredentials = {
  sessionToken: string | null;
  /** From the cookie of a known browser (known-browsers.ts). */
  browserToken: string | null;
  /** The text after `Bearer`, valid or not; null if there is none. */
  accessToken: string | null;
};

export function credentialsOf({ authorization, cookie }: IncomingHttpHeaders, config: Config): RequestCredentials {
  const accessToken = bearerOf(authorization);
  const isBrowser = accessToken === null;
  return {
    accessToken,
    sessionToken: isBrowser ? sessionToken(cookie, config) : null,
    browserToken: isBrowser ? browserToken(cookie, config) : null,
  };
}

/** Other schemes are ignored: a proxy may require a password of its own. */
export function bearerOf(authorization: string | undefined): string | null {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return match === null ? null : (match[1] ?? '').trim();
}
