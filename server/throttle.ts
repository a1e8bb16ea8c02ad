// Budgets against guessing and mail floods, kept in the database so that all processes share them.
// Counted before a request is looked at and outside its transaction: a refused attempt costs its point too.
// What is counted depends on the request alone, never on whether an address has an account. Keys are hashes, no addresses.

import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import { normalizeEmail } from '#domain/members.ts';
import type { Database } from './db/schema.ts';
import { refused } from './refused.ts';

export type Budget = NonNullable<Endpoint['throttle']>;
type Limit = { points: number; minutes: number };
type Limits = {
  /** From one source: roomy, because a whole office may share an address. */
  source: Limit;
  /** About one email address, from one source. */
  pair?: Limit;
  /** About one email address, from anywhere. */
  email?: Limit;
  /** Out of one session: somebody at a stranger's open browser tries passwords. */
  session?: Limit;
  /** About the account whose codes are guessed, from anywhere, after one kind of first step. */
  account?: Limit;
};

const budgets: Record<Budget, Limits> = {
  credentials: {
    source: { points: 300, minutes: 15 },
    pair: { points: 10, minutes: 15 },
    // NIST SP 800-63B allows a hundred failures; whoever is locked out by a stranger still has the link by email.
    email: { points: 100, minutes: 24 * 60 },
    session: { points: 20, minutes: 15 },
  },
  // Three codes of a million are right at any time. Whoever is locked out by a thief of their password still comes in after
  // an emailed link, which is counted apart, by a recovery code, or by a passkey.
  'second-factor': {
    source: { points: 300, minutes: 15 },
    session: { points: 10, minutes: 15 },
    account: { points: 30, minutes: 24 * 60 },
  },
  // Every view of the login page asks for one, so a whole office may need many; each is a small row for some minutes.
  challenge: { source: { points: 1_000, minutes: 15 } },
  // Apart from signing in: whoever registers a stranger's address must not lock its owner out.
  registration: {
    // Each sends a mail to an address that anybody may have typed; whoever joins by an invite is not counted here.
    source: { points: 200, minutes: 60 },
    pair: { points: 10, minutes: 15 },
    email: { points: 100, minutes: 24 * 60 },
  },
  // Apart from other mail: what is asked for about a stranger must not cost them the way into their account.
  recovery: {
    source: { points: 100, minutes: 60 },
    pair: { points: 5, minutes: 60 },
    email: { points: 8, minutes: 60 },
  },
  // A file of everything: long to write, and nobody needs it twice in a row.
  download: {
    source: { points: 200, minutes: 60 },
    pair: { points: 10, minutes: 60 },
    email: { points: 10, minutes: 60 },
    session: { points: 10, minutes: 60 },
  },
  mail: {
    source: { points: 100, minutes: 60 },
    pair: { points: 5, minutes: 60 },
    email: { points: 8, minutes: 60 },
  },
};

/**
 * What one source may try of access tokens that are none. Nobody guesses 238 bits: this bounds what a flood costs, and is
 * roomy for the program in an office whose token has expired.
 */
const wrongTokenLimit: Limit = { points: 300, minutes: 15 };

/**
 * What one mailbox gets of each kind within an hour, whoever asked and by whatever path. A flood of one kind keeps none of the
 * others away; a flood of reset links leaves one that works, as they live as long as the budget.
 */
const mailboxLimit: Limit = { points: 5, minutes: 60 };

export type MailKind = 'sign-in' | 'reset' | 'invite' | 'other' | 'none';

export type Caller = {
  address: string;
  email: string | null;
  sessionToken?: string | null;
  guessedAccount?: string | null;
};

/** Refuses when the source, or what it says about an address, has used up the budget. */
export async function spend(database: Kysely<Database>, budget: Budget, caller: Caller): Promise<void> {
  const source = sourceOf(caller.address);
  const limits = budgets[budget];
  const charges: [string, Limit][] = [[keyOf(budget, 'source', source), limits.source]];
  const email = caller.email === null ? null : normalizeEmail(caller.email);
  if (email !== null && limits.pair) charges.push([keyOf(budget, 'pair', source, email), limits.pair]);
  if (email !== null && limits.email) charges.push([keyOf(budget, 'email', email), limits.email]);
  if (caller.sessionToken && limits.session)
    charges.push([keyOf(budget, 'session', caller.sessionToken), limits.session]);
  if (caller.guessedAccount && limits.account)
    charges.push([keyOf(budget, 'account', caller.guessedAccount), limits.account]);
  const seconds = await charge(database, charges);
  if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
}

/** Refuses as throttled, instead of as not usable, once a source has tried too many. */
export async function spendWrongToken(database: Kysely<Database>, address: string): Promise<void> {
  const seconds = await charge(database, [[keyOf('access-token', 'source', sourceOf(address)), wrongTokenLimit]]);
  if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
}

/** May this mailbox get one more mail? Counted in the transaction that sends it. The answer of the request must not show it. */
export async function mayMail(db: Kysely<Database>, email: string, kind: MailKind): Promise<boolean> {
  return (await secondsUntilMail(db, email, kind)) === null;
}

/** The same for who may know it: null, or the seconds to wait. */
export const secondsUntilMail = (db: Kysely<Database>, email: string, kind: MailKind): Promise<number | null> =>
  charge(db, [[keyOf('mailbox', kind, email), mailboxLimit]]);

/** Of many mailboxes at once, those that may get no more of this kind for now. All are counted. */
export async function overMailed(
  db: Kysely<Database>,
  emails: readonly string[],
  kind: MailKind,
): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [keyOf('mailbox', kind, email), email]));
  const spent = await chargeAll(
    db,
    [...byKey.keys()].map((key) => [key, mailboxLimit]),
  );
  return new Set(spent.flatMap(({ key }) => byKey.get(key) ?? []));
}

/**
 * What lists may mail for one person within a day, in all their companies together: whoever founds companies with free seats
 * would otherwise mail to strangers without end. Two of the longest lists.
 */
const listedMailsLimit: Limit = { points: 20_000, minutes: 24 * 60 };

/** Null, or the seconds to wait before a list of this person may mail so many. */
export const secondsUntilListedMails = (
  db: Kysely<Database>,
  personId: string,
  mails: number,
): Promise<number | null> => charge(db, [[keyOf('listed-mails', personId), listedMailsLimit]], mails);

/** What one person may upload within a day, in megabytes: a hundred of the largest files, or a thousand photographs. */
const uploadLimit: Limit = { points: 1_000, minutes: 24 * 60 };

/** Null, or the seconds to wait before this person may upload so much more. */
export const secondsUntilUpload = (db: Kysely<Database>, personId: string, megabytes: number): Promise<number | null> =>
  charge(db, [[keyOf('upload', personId), uploadLimit]], megabytes);

/** Each stand-in is told to two mailboxes, and once more when it is taken back: nobody arranges twenty in earnest on one day. */
const standInLimit: Limit = { points: 20, minutes: 24 * 60 };

/** Null, or the seconds to wait before this person may name another stand-in. */
export const secondsUntilStandIn = (db: Kysely<Database>, personId: string): Promise<number | null> =>
  charge(db, [[keyOf('stand-in', personId), standInLimit]]);

/** Each is written anew: nobody looks at a hundred in an hour, and whoever fetches them by a program needs fewer and longer ones. */
const fileLimit: Limit = { points: 120, minutes: 60 };

/** Null, or the seconds to wait before another file is written for this person. */
export const secondsUntilFile = (db: Kysely<Database>, personId: string): Promise<number | null> =>
  charge(db, [[keyOf('report-file', personId), fileLimit]]);

/** Takes points under each key. Null when all had them left, else the seconds until the last of them has again. */
async function charge(db: Kysely<Database>, charges: readonly [string, Limit][], cost = 1): Promise<number | null> {
  const spent = await chargeAll(db, charges, cost);
  return spent.length === 0 ? null : Math.max(1, ...spent.map(({ seconds }) => seconds));
}

/** The keys that had not enough points left, with the seconds until they have. */
async function chargeAll(db: Kysely<Database>, charges: readonly [string, Limit][], cost = 1) {
  const keys = charges.map(([key]) => key);
  const minutes = charges.map(([, limit]) => limit.minutes);
  // In the order of the keys, so that two requests never wait for each other's rows.
  const { rows } = await sql<{ key: string; points: number; seconds: number }>`
    insert into throttles as t (key, points, expires_at)
    select c.key, ${cost}::integer, clock_timestamp() + make_interval(mins => c.minutes)
    from unnest(${keys}::text[], ${minutes}::integer[]) as c (key, minutes) order by c.key
    on conflict (key) do update set
      points = case when t.expires_at <= clock_timestamp() then excluded.points else least(t.points + excluded.points, 1000000) end,
      expires_at = case when t.expires_at <= clock_timestamp() then excluded.expires_at else t.expires_at end
    returning key, points, ceil(extract(epoch from expires_at - clock_timestamp()))::integer as seconds`.execute(db);
  const limits = new Map(charges);
  return rows.filter(({ key, points }) => points > (limits.get(key)?.points ?? 0));
}

/** One spelling for one source: IPv4 also when it comes in IPv6, and of IPv6 the /64 that one customer is given. */
export function sourceOf(address: string): string {
  // Some proxies write the port as well, which is another one for every connection.
  const host = /^\[(.+)\](?::\d+)?$|^(\d+(?:\.\d+){3}):\d+$/.exec(address);
  const bare = (host?.[1] ?? host?.[2] ?? address).split('%')[0] ?? '';
  if (!isIPv6(bare)) return bare;
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

const keyOf = (...parts: readonly string[]): string => {
  const [kind = '', ...rest] = parts;
  return `${kind}:${createHash('sha256').update(JSON.stringify(rest)).digest('base64url')}`;
};
