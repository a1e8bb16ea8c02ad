// The session cookie: HttpOnly, SameSite=Lax, and on https Secure with the `__Host-` prefix, so that no other host can set it.

import { parseCookie, stringifySetCookie } from 'cookie';
import type { Config } from '../config.ts';

const nameFor = (config: Config): string => (config.isHttps ? '__Host-daybook_session' : 'daybook_session');

/** The token a request carries, or null. Never throws, whatever the header holds. */
export function sessionToken(header: string | undefined, config: Config): string | null {
  if (header === undefined || header.length > 16_384) return null;
  const token = parseCookie(header)[nameFor(config)];
  return token !== undefined && /^[\w.-]{16,200}$/.test(token) ? token : null;
}

/** The Set-Cookie that keeps a session in the browser, or ends it. */
export const sessionCookie = (session: { token: string; expiresAt: Date } | null, config: Config): string =>
  stringifySetCookie({
    name: nameFor(config),
    value: session?.token ?? '',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isHttps,
    path: '/',
    ...(session ? { expires: session.expiresAt } : { maxAge: 0 }),
  });
