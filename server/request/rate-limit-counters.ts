// Rate-limit counters, stored in the database so that all processes share them. Keys are hashes and contain no addresses.
// server/request/rate-limits.ts decides which counters a request is charged to; limits of single features are defined below.

import { createHash } from 'node:crypto';
import { isIPv6, SocketAddress } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { linkLifetimeMinutes } from '#domain/links.ts';
import { isLoopback } from '../config/values.ts';
import type { Database } from '../db/schema.ts';
import {
  fileLimit,
  foundingLimits,
  type Limit,
  listedMailsLimit,
  standInLimit,
  uploadLimit,
} from './rate-limit-table.ts';

export type Charge = readonly [key: string, limit: Limit];

/**
 * How many mails of each kind one mailbox gets, counting all requesters. Kinds are independent: many of one do not block others.
 * The window of a link is at most its lifetime: while no more are sent, the last one that was sent still works.
 */
const mailboxLimits = {
  'sign-in': { points: 5, minutes: linkLifetimeMinutes.signIn },
  reset: { points: 5, minutes: linkLifetimeMinutes.resetPassword },
  verify: { points: 5, minutes: 60 },
  registration: { points: 5, minutes: 60 },
  'email-change': { points: 5, minutes: 60 },
  invite: { points: 5, minutes: 60 },
} as const satisfies Record<string, Limit>;

export type MailLimitKind = keyof typeof mailboxLimits;

/**
 * Charges one mail to a mailbox, in the transaction that sends it; false if its limit is used up. The response of the
 * request must not reveal that. Mails that would reach no account have a separate counter: they must not use up the limit of
 * an account that is created later.
 */
export async function chargeMailLimit(
  db: Kysely<Database>,
  { email, kind }: { email: string; kind: MailLimitKind },
  to: 'account' | 'nobody',
): Promise<boolean> {
  return (await chargePoints(db, [[mailboxKey(email, kind, to), mailboxLimits[kind]]])) === null;
}

/** After a link was used or invalidated: the next request sends a mail again. */
export const resetMailLimits = (
  db: Kysely<Database>,
  email: string,
  kinds: readonly MailLimitKind[],
): Promise<number> =>
  resetCounters(
    db,
    kinds.map((kind) => mailboxKey(email, kind)),
  );

const mailboxKey = (email: string, kind: MailLimitKind, to: 'account' | 'nobody' = 'account'): string =>
  rateLimitKey('mailbox', kind, email, ...(to === 'nobody' ? [to] : []));

/** Charges many mailboxes; returns those whose limit for this kind is used up. */
export async function chargeMailLimits(
  db: Kysely<Database>,
  emails: readonly string[],
  kind: MailLimitKind,
): Promise<Set<string>> {
  const byKey = new Map(emails.map((email) => [mailboxKey(email, kind), email]));
  const spent = await chargeEach(
    db,
    [...byKey.keys()].map((key) => [key, mailboxLimits[kind]]),
  );
  return new Set(spent.flatMap(({ key }) => byKey.get(key) ?? []));
}

/** Null, or the seconds to wait before a list of this person may send this number of mails. */
export const secondsUntilListedMails = (
  db: Kysely<Database>,
  personId: string,
  mails: number,
): Promise<number | null> => chargePoints(db, [[listedMailsKey(personId), listedMailsLimit]], mails);

/** How many mails the lists of this person may still send today. */
export const listedMailsLeft = async (db: Kysely<Database>, personId: string): Promise<number> =>
  Math.max(0, listedMailsLimit.points - (await pointsSpent(db, listedMailsKey(personId))));

const listedMailsKey = (personId: string): string => rateLimitKey('listed-mails', personId);

/** Null, or the seconds to wait before this person may upload this number of megabytes. */
export const secondsUntilUpload = (db: Kysely<Database>, personId: string, megabytes: number): Promise<number | null> =>
  chargePoints(db, [[rateLimitKey('upload', personId), uploadLimit]], megabytes);

/** Null, or the seconds to wait before this person may name another stand-in. */
export const secondsUntilStandIn = (db: Kysely<Database>, personId: string): Promise<number | null> =>
  chargePoints(db, [[rateLimitKey('stand-in', personId), standInLimit]]);

/** Null, or the seconds to wait before this person may download another report file. */
export const secondsUntilFile = (db: Kysely<Database>, personId: string): Promise<number | null> =>
  chargePoints(db, [[rateLimitKey('report-file', personId), fileLimit]]);

/**
 * Null, or the seconds to wait before this person, from this network, may found another company. Loopback addresses are not
 * counted: behind a proxy that TRUST_PROXY does not name, everybody has one.
 */
export const secondsUntilCompany = (db: Kysely<Database>, personId: string, address: string): Promise<number | null> =>
  chargePoints(db, [
    [rateLimitKey('companies', 'person', personId), foundingLimits.person],
    ...(isLoopback(networkOf(address)) || isLoopback(address)
      ? []
      : [[rateLimitKey('companies', 'source', networkOf(address)), foundingLimits.network] as const]),
  ]);

/** Charges each counter. Null if all are within their limits, else the seconds until all of them are again. */
export async function chargePoints(db: Kysely<Database>, charges: readonly Charge[], cost = 1): Promise<number | null> {
  const spent = await chargeEach(db, charges, cost);
  return spent.length === 0 ? null : Math.max(1, ...spent.map(({ seconds }) => seconds));
}

/** Charges each counter; returns those over their limit, with the seconds until they expire. */
export async function chargeEach(db: Kysely<Database>, charges: readonly Charge[], cost = 1) {
  const keys = charges.map(([key]) => key);
  const minutes = charges.map(([, limit]) => limit.minutes);
  // In the order of the keys, so that two requests cannot deadlock.
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

/** How many points a counter has. */
export const pointsSpent = async (db: Kysely<Database>, key: string): Promise<number> =>
  (await pointsOf(db, [key])).get(key) ?? 0;

/** The points of the counters that have any. */
export async function pointsOf(db: Kysely<Database>, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; points: number }>`
    select key, points from throttles where key = any(${keys}::text[]) and expires_at > clock_timestamp()`.execute(db);
  return new Map(rows.map(({ key, points }) => [key, points]));
}

/** Refunds points. Locks the rows in the same order as charging. */
export async function refundPoints(db: Kysely<Database>, keys: readonly string[], points = 1): Promise<void> {
  await sql`
    with locked as (select key from throttles where key = any(${keys}::text[]) order by key for update)
    update throttles t set points = greatest(t.points - ${points}::integer, 0)
    from locked where t.key = locked.key`.execute(db);
}

/** Resets counters. Returns how many points they had. */
export async function resetCounters(db: Kysely<Database>, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    with locked as (select key from throttles where key = any(${keys}::text[]) order by key for update)
    delete from throttles t using locked where t.key = locked.key returning t.points`.execute(db);
  return rows.reduce((sum, { points }) => sum + points, 0);
}

/** The network of a client address, in canonical form: the IPv4 address, also if mapped into IPv6, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  // Some proxies append the port, which differs for every connection.
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

export const rateLimitKey = (...parts: readonly string[]): string => {
  const [kind = '', ...rest] = parts;
  return `${kind}:${createHash('sha256').update(JSON.stringify(rest)).digest('base64url')}`;
};
