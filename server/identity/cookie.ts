// The cookies of the session and of the known browser: HttpOnly, SameSite=Lax, and on https Secure with the `__Host-` prefix, so
// that no other host can set them.

import { parseCookie, stringifySetCookie } from 'cookie';
import { knownBrowserDays } from '#domain/sessions.ts';
import type { Config } from '../config/config.ts';
import type { Cookies } from '../request/call.ts';

const nameFor = (kind: 'session' | 'browser', { isHttps }: Config): string =>
  `${isHttps ? '__Host-' : ''}daybook_${kind}`;

export const sessionToken = (header: string | undefined, config: Config): string | null =>
  tokenIn(header, nameFor('session', config));

/** Identifies a browser that somebody signed in with before (known-browsers.ts). Gives no access. */
export const browserToken = (header: string | undefined, config: Config): string | null =>
  tokenIn(header, nameFor('browser', config));

/** The token in a Cookie header, or null. Never throws, whatever the header contains. */
function tokenIn(header: string | undefined, name: string): string | null {
  if (header === undefined || header.length > 16_384) return null;
  const token = parseCookie(header)[name];
  return token !== undefined && /^[\w.-]{16,200}$/.test(token) ? token : null;
}

/** The Set-Cookie that starts or ends a session. */
const sessionCookie = (session: { token: string; expiresAt: Date } | null, config: Config): string =>
  stringifySetCookie({
    name: nameFor('session', config),
    value: session?.token ?? '',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isHttps,
    path: '/',
    ...(session ? { expires: session.expiresAt } : { maxAge: 0 }),
  });

/** The Set-Cookie of a known browser, which outlives signing out. */
const browserCookie = (token: string, config: Config): string =>
  stringifySetCookie({
    name: nameFor('browser', config),
    value: token,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.isHttps,
    path: '/',
    maxAge: knownBrowserDays * 24 * 60 * 60,
  });

/** All Set-Cookie headers of a response. */
export const cookiesOf = ({ session, browser }: Cookies, config: Config): string[] => [
  ...(session === undefined ? [] : [sessionCookie(session, config)]),
  ...(browser === undefined ? [] : [browserCookie(browser, config)]),
];
