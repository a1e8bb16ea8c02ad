// By what a request says who it is from: the cookie of a browser, or the bearer token of a program. A request that carries
// both is judged by the token alone, so that nothing a browser adds by itself ever counts beside it.

import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../config/config.ts';
import { browserToken, sessionToken } from './cookie.ts';

export type Credentials = {
  sessionToken: string | null;
  /** By which the browser is known to those who signed in with it. */
  browserToken: string | null;
  /** The text behind `Bearer`, whatever it is; null where there is none. */
  accessToken: string | null;
};

export function credentialsOf({ authorization, cookie }: IncomingHttpHeaders, config: Config): Credentials {
  const accessToken = bearerOf(authorization);
  const isBrowser = accessToken === null;
  return {
    accessToken,
    sessionToken: isBrowser ? sessionToken(cookie, config) : null,
    browserToken: isBrowser ? browserToken(cookie, config) : null,
  };
}

/** Other schemes are not ours: a proxy in front may ask for a password of its own. */
export function bearerOf(authorization: string | undefined): string | null {
  const match = /^bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return match === null ? null : (match[1] ?? '').trim();
}
