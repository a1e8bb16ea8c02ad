// What a handler receives. `db` is the transaction of the request; handlers can import no other database handle.
// Rights, company and time come from here, never from a request body.

import type { Kysely, Transaction } from 'kysely';
import { type Day, dayOf } from '#domain/calendar.ts';
import type { Noun } from '#domain/nouns.ts';
import type { Role, Scope } from '#domain/permissions.ts';
import type { Policies } from '#domain/policies.ts';
import type { Locale, Settings } from '#domain/settings.ts';
import type { StandInGrant } from '#domain/stand-ins.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/schema.ts';
import type { Mail } from '../mail/payload.ts';
import type { Billing } from '../ports/billing/billing.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import type { CompanyArchives } from './company-archives.ts';
import type { Hashing } from './hashing.ts';
import { ensureFound } from './refused.ts';

export type Db = Transaction<Database>;
export type DatabaseHandle = Kysely<Database>;

export type Person = {
  id: string;
  name: string;
  email: string;
  isEmailVerified: boolean;
  settings: Settings;
  sessionId: string;
};

/** The access token of a program. */
export type TokenFacts = {
  id: string;
  /** The only company it may access, or null for all companies of its owner. */
  limitedTo: string | null;
  isReadOnly: boolean;
};

/** The company of the path, with the caller's role in it. */
export type CompanyFacts = Policies & {
  id: string;
  name: string;
  timeZone: string;
  currency: string;
  weekStartsOn: number;
  seats: number;
  version: number;
  hasClients: boolean;
  hasTags: boolean;
  hasUnbillable: boolean;
  role: Role;
  /** The approvers for whom the caller stands in today. */
  standsInFor: readonly StandInGrant[];
};

export type Membership = { companyId: string; userId: string };

/** A file that was uploaded, in a temporary folder until its request ends. */
export type UploadedFile = { path: string; sha256: string };

/** `discard` does nothing. It is queued where no mail is sent but the response time must not reveal that. */
export type QueuedJob = ['send-mail', Mail] | ['discard', Record<string, never>];

/** `exhausted`: guesses are no longer checked; the response must be the one to a wrong guess. */
export type Guesses = 'checked' | 'exhausted';

export type AnyContext = {
  db: Db;
  now: Date;
  locale: Locale;
  config: Config;
  hashing: Hashing;
  billing: Billing;
  receipts: ReceiptStore;
  archives: CompanyArchives | null;
  /** The body of an endpoint that takes a file. */
  upload: UploadedFile | null;
  person: Person | null;
  /** Null for requests of browsers. */
  token: TokenFacts | null;
  /** From the cookie, whether or not it belongs to a session. */
  sessionToken: string | null;
  /** From the cookie of a known browser (identity/known-browsers.ts). */
  browserToken: string | null;
  client: { address: string; userAgent: string };
  /** `exhausted`: no guess may succeed in this request; answer as for a wrong guess. */
  guesses: Guesses;
  /** Sets or clears (null) the session cookie of the response. */
  setSession: (session: { token: string; expiresAt: Date } | null) => void;
  /** Sets the cookie of a known browser. */
  setBrowser: (token: string) => void;
  /** Adds a job in this transaction: it exists if and only if the transaction commits. */
  enqueue: (...job: QueuedJob) => Promise<void>;
  /** After the commit, sends a live message: the browsers of a company refetch these lists. */
  publishChange: (companyId: string, ...nouns: readonly Noun[]) => void;
  /** The same, only for the browsers of one member. */
  publishChangeFor: (member: Membership, ...nouns: readonly Noun[]) => void;
};

/** The context of an authorised request; `person` and `company` are present where the access rule requires them. */
export type AuthorisedContext = AnyContext & { company: CompanyFacts | null; scope: Scope };

export type PersonContext = AnyContext & { person: Person };

export type CompanyContext = PersonContext & {
  company: CompanyFacts;
  /** The caller's scope for the action of this endpoint; never `none`. */
  scope: Scope;
};

export const asPerson = (ctx: AuthorisedContext): PersonContext => ({
  ...ctx,
  person: ensureFound(ctx.person, 'session.missing'),
});

/** For access rules that name an action. */
export const asMember = (ctx: AuthorisedContext): CompanyContext => ({
  ...ctx,
  person: ensureFound(ctx.person, 'session.missing'),
  company: ensureFound(ctx.company, 'company.missing'),
});

/** The day in the time zone of the company. */
export const todayOf = ({ now, company }: { now: Date; company: Pick<CompanyFacts, 'timeZone'> }): Day =>
  dayOf(now, company.timeZone);
