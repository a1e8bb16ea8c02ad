// Rate limits of requests that check a guess (password, code) or send mail. Callers are charged to counters of their own: of
// their network, their session, or a browser that the account's owner signed in with before (identity/known-browsers.ts).
// Only guesses from unknown browsers share one counter over the whole life of a password. Points are charged before the work,
// once the request is valid and authorised, so that a burst cannot exceed a limit; they are refunded unless the work was done
// or the guess was wrong.

import type { RateLimit } from '#contract/endpoint.ts';
import { normalizeEmail } from '#domain/members.ts';
import type { ReasonCode } from '#domain/reasons.ts';
import type { DatabaseHandle, Guesses, Person } from './context.ts';
import { codeGuessKey, passwordGuessKey } from './guess-keys.ts';
import { findBrowserKnownToAnybody, findKnownBrowser, findPendingAccount } from './guessed-account.ts';
import {
  type Charge,
  chargePoints,
  networkOf,
  rateLimitKey,
  refundPoints,
  resetCounters,
} from './rate-limit-counters.ts';
import { type Limit, maxGuesses, rateLimits } from './rate-limit-table.ts';
import { RefusalError, refused } from './refused.ts';

export type Caller = {
  address: string;
  /** The email address in the request. */
  email: string | null;
  person: Pick<Person, 'id' | 'sessionId'> | null;
  sessionToken: string | null;
  browserToken: string | null;
};

type Counters = {
  /** Counters that expire. */
  windows: readonly Charge[];
  /** The key in `windows` that is reset after a right guess. */
  own?: string;
  /** All consecutive wrong guesses, over any time. */
  total?: { charge: Charge; isShared: boolean };
};

/** Charges the caller's counters, does the work, and refunds or resets them by its outcome. */
export async function withRateLimit<T extends { isReplay: boolean }>(
  database: DatabaseHandle,
  { limit, caller }: { limit: RateLimit; caller: Caller },
  work: (guesses: Guesses) => Promise<T>,
): Promise<T> {
  if (limit === 'secret')
    return limitWrongSecrets(database, { kind: limit, address: caller.address }, () => work('checked'));
  const counters = await countersOf(database, limit, caller);
  const guesses = await chargeCounters(database, limit, counters);
  try {
    const result = await work(guesses);
    if (result.isReplay) await refund(database, counters);
    else await resetAfterSuccess(database, counters);
    return result;
  } catch (error) {
    if (!isWrongGuess(error)) await refund(database, counters).catch(() => undefined);
    throw error;
  }
}

/**
 * For secrets too long to guess: only wrong ones are charged, afterwards. A right one is never refused because of what
 * others in the same network have tried.
 */
export async function limitWrongSecrets<T>(
  database: DatabaseHandle,
  { kind, address }: { kind: string; address: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isWrongGuess(error)) throw error;
    const seconds = await chargePoints(database, [
      [rateLimitKey(kind, 'source', networkOf(address)), rateLimits.secret.network],
    ]);
    throw seconds === null ? error : refused('request.throttled', { params: { seconds } });
  }
}

async function countersOf(database: DatabaseHandle, limit: Exclude<RateLimit, 'secret'>, caller: Caller) {
  switch (limit) {
    case 'password':
      return passwordCounters(database, caller);
    case 'code':
      return codeCounters(database, caller);
    case 'link':
      return linkCounters(database, caller);
    case 'confirm':
      return confirmCounters(caller);
    case 'email-change':
      return { ...confirmCounters(caller), windows: [...confirmCounters(caller).windows, ...mailCounters(caller)] };
    case 'mail':
      return { windows: mailCounters(caller) };
    case 'registration':
      return {
        windows: [
          source(limit, caller, rateLimits.registration.network),
          ...pair(limit, caller, rateLimits.registration.networkAndAddress),
        ],
      };
    case 'challenge':
      return challengeCounters(database, caller);
    case 'download':
    case 'device':
      return { windows: [person(limit, caller, rateLimits[limit].person)] };
  }
}

async function passwordCounters(database: DatabaseHandle, caller: Caller): Promise<Counters> {
  const { userId, browser } = await findKnownBrowser(database, caller);
  const known = browser === null ? null : await browserCounters(database, 'password', browser);
  if (known) return known;
  const email = normalizeEmail(caller.email ?? '');
  const limits = rateLimits.password;
  const [own] = pair('password', caller, limits.networkAndAddress);
  // For an address without an account the same work is done, so that the response time does not reveal it.
  const total: Charge =
    userId === null
      ? [rateLimitKey('password', 'nobody', email), limits.networkAndAddress]
      : [passwordGuessKey(userId), limits.account];
  return {
    windows: [source('password', caller, limits.network), ...(own ? [own] : [])],
    ...(own ? { own: own[0] } : {}),
    total: { charge: total, isShared: true },
  };
}

async function codeCounters(database: DatabaseHandle, caller: Caller): Promise<Counters> {
  const account = await findPendingAccount(database, caller);
  const limits = rateLimits.code;
  if (account === null) return { windows: [source('code', caller, limits.network)] };
  const known = account.browser === null ? null : await browserCounters(database, 'code', account.browser);
  if (known) return known;
  const own = rateLimitKey('code', 'session', caller.sessionToken ?? '');
  return {
    windows: [source('code', caller, limits.network), [own, limits.session]],
    own,
    total: { charge: [codeGuessKey(account.userId, account.firstStep), limits.account], isShared: true },
  };
}

/** Null if the browser has used up its guesses: it then counts as unknown. */
async function browserCounters(
  database: DatabaseHandle,
  kind: 'password' | 'code',
  browser: string,
): Promise<Counters | null> {
  const total = rateLimitKey(kind, 'browser-total', browser);
  const spent = await database
    .selectFrom('throttles')
    .select('points')
    .where('key', '=', total)
    .where('points', '>=', maxGuesses)
    .executeTakeFirst();
  if (spent) return null;
  const own = rateLimitKey(kind, 'browser', browser);
  const limits = rateLimits[kind];
  return { windows: [[own, limits.browser]], own, total: { charge: [total, limits.browserTotal], isShared: false } };
}

/** While this limit refuses further links, the last one that was sent still works (domain/links.ts). */
async function linkCounters(database: DatabaseHandle, caller: Caller): Promise<Counters> {
  const { browser } = await findKnownBrowser(database, caller);
  const limits = rateLimits.link;
  if (browser !== null) return { windows: [[rateLimitKey('link', 'browser', browser), limits.browser]] };
  return { windows: [source('link', caller, limits.network), ...pair('link', caller, limits.networkAndAddress)] };
}

async function challengeCounters(database: DatabaseHandle, caller: Caller): Promise<Counters> {
  const limits = rateLimits.challenge;
  const browser = await findBrowserKnownToAnybody(database, caller.browserToken);
  if (browser !== null) return { windows: [[rateLimitKey('challenge', 'browser', browser), limits.browser]] };
  return { windows: [source('challenge', caller, limits.network)] };
}

/** Somebody may try passwords in the open browser of another person. */
function confirmCounters({ person: signedIn }: Caller): Counters {
  const session = signedIn?.sessionId ?? '';
  const own = rateLimitKey('confirm', 'session', session);
  const limits = rateLimits.confirm;
  const total: Charge = [rateLimitKey('confirm', 'session-total', session), limits.sessionTotal];
  return { windows: [[own, limits.session]], own, total: { charge: total, isShared: false } };
}

const mailCounters = (caller: Caller): Charge[] => [
  person('mail', caller, rateLimits.mail.person),
  ...(caller.email === null || caller.person === null
    ? []
    : [
        [
          rateLimitKey('mail', 'pair', caller.person.id, normalizeEmail(caller.email)),
          rateLimits.mail.personAndAddress,
        ] as const,
      ]),
];

const source = (kind: string, { address }: Caller, limit: Limit): Charge => [
  rateLimitKey(kind, 'source', networkOf(address)),
  limit,
];

const pair = (kind: string, { address, email }: Caller, limit: Limit): Charge[] =>
  email === null ? [] : [[rateLimitKey(kind, 'pair', networkOf(address), normalizeEmail(email)), limit]];

const person = (kind: string, caller: Caller, limit: Limit): Charge => [
  rateLimitKey(kind, 'person', caller.person?.id ?? ''),
  limit,
];

async function chargeCounters(database: DatabaseHandle, limit: RateLimit, { windows, total }: Counters) {
  const seconds = await chargePoints(database, windows);
  const isSignIn = limit === 'password' || limit === 'code';
  if (seconds !== null) throw refused(isSignIn ? 'session.throttled' : 'request.throttled', { params: { seconds } });
  if (!total || (await chargePoints(database, [total.charge])) === null) return 'checked';
  // Only password sign-in must not reveal whether an address has an account.
  if (limit === 'password') return 'exhausted';
  await refundPoints(database, [total.charge[0]]);
  throw refused(limit === 'code' ? 'factor.too-many-guesses' : 'session.too-many-guesses');
}

const keysOf = ({ windows, total }: Counters): string[] => [
  ...windows.map(([key]) => key),
  ...(total ? [total.charge[0]] : []),
];

const refund = (database: DatabaseHandle, counters: Counters): Promise<void> =>
  refundPoints(database, keysOf(counters));

/** Resets the caller's own wrong guesses; those of others on the same account still count. */
async function resetAfterSuccess(database: DatabaseHandle, { own, total }: Counters): Promise<void> {
  if (own === undefined) return;
  const points = await resetCounters(database, [own]);
  if (total?.isShared) await refundPoints(database, [total.charge[0]], points);
  else if (total) await resetCounters(database, [total.charge[0]]);
}

const wrongGuesses: readonly ReasonCode[] = [
  'session.wrong-credentials',
  'password.wrong',
  'factor.wrong-code',
  'factor.code-used',
  'factor.wrong-recovery-code',
  'link.not-usable',
  'passkey.unknown',
  'passkey.not-verified',
  'token.not-usable',
];

const isWrongGuess = (error: unknown): boolean =>
  error instanceof RefusalError && error.refusals.some(({ code }) => wrongGuesses.includes(code));
