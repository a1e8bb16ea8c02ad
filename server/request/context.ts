// What a handler knows. `db` is the transaction of the request; no other handle can be imported by a handler.
// Rights, company and clock come from here and never from a request body.

import type { Kysely, Transaction } from 'kysely';
import type { Role, Scope } from '#domain/permissions.ts';
import type { Policies } from '#domain/policies.ts';
import type { Locale, Settings } from '#domain/settings.ts';
import type { StandIn } from '#domain/stand-ins.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/schema.ts';
import type { Identity } from '../identity/identity.ts';
import type { Mail } from '../mail/payload.ts';
import type { Billing } from '../ports/billing/billing.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import type { Guesses } from './rate-limits.ts';

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

/** The access token that a program calls with. */
export type TokenFacts = {
  id: string;
  /** The only company it reaches, or null. */
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
  role: Role;
  /** In whose place the caller may decide today. */
  standsInFor: readonly StandIn[];
};

/** Parts of the product whose lists other browsers keep; named in live messages. */
export type Noun =
  | 'session'
  | 'companies'
  | 'members'
  | 'invites'
  | 'imports'
  | 'projects'
  | 'worklogs'
  | 'stand-ins'
  | 'reports'
  | 'saved-reports'
  | 'dashboard'
  | 'timer';

export type Membership = { companyId: string; userId: string };

/** A file that was sent, lying aside until its request is over. */
export type Arrived = { path: string; sha256: string };

/** `discard` does nothing: it stands for a mail that is sent to nobody, where the work must not show that. */
export type QueuedJob = ['send-mail', Mail] | ['discard', Record<string, never>];

export type AnyContext = {
  db: Db;
  now: Date;
  locale: Locale;
  config: Config;
  identity: Identity;
  billing: Billing;
  receipts: ReceiptStore;
  /** The body of an endpoint that takes a file. */
  arrived: Arrived | null;
  person: Person | null;
  /** Null for a browser. */
  token: TokenFacts | null;
  /** As the cookie carries it, whether or not it belongs to a session. */
  sessionToken: string | null;
  /** By which the browser is known to those who signed in with it. */
  browserToken: string | null;
  client: { address: string; userAgent: string };
  /** `exhausted`: no guess may succeed in this request, and the answer is the one to a wrong guess. */
  guesses: Guesses;
  /** Set or clear (null) the session cookie of the answer. */
  setSession: (session: { token: string; expiresAt: Date } | null) => void;
  /** The token by which this browser is known from now on. */
  setBrowser: (token: string) => void;
  /** Puts a job into the queue in this transaction: it exists if and only if the transaction commits. */
  enqueue: (...job: QueuedJob) => Promise<void>;
  /** Tells the other browsers of a company, once the transaction commits, which nouns to fetch again. */
  changed: (companyId: string, ...nouns: readonly Noun[]) => void;
  /** The same for the browsers of one member, where it is nobody else's. */
  changedFor: (member: Membership, ...nouns: readonly Noun[]) => void;
};

export type PersonContext = AnyContext & { person: Person };

export type CompanyContext = PersonContext & {
  company: CompanyFacts;
  /** How far the caller may go with the action of this endpoint; never `none`. */
  scope: Scope;
};
