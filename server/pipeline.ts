// The way of every request: session or token → membership → plan → permission → parse → transaction → handler → output → answer.
// One transaction per request; a refusal or fault rolls everything back, the idempotency row included.
// Whoever is not a member learns nothing: the company does not exist for them (404).

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { isPremium } from '#domain/companies.ts';
import { type Action, scopeOf } from '#domain/permissions.ts';
import type { ReasonCode } from '#domain/reasons.ts';
import type { Locale } from '#domain/settings.ts';
import { factsToday } from './company-facts.ts';
import type { Config } from './config.ts';
import type {
  AnyContext,
  Arrived,
  CompanyContext,
  CompanyFacts,
  DatabaseHandle,
  Db,
  Membership,
  Noun,
  Person,
  PersonContext,
  TokenFacts,
} from './context.ts';
import type { Replica } from './db/replica.ts';
import { isOutdatedPlan, type Lastly, prepared, type Transact, transactionsInTurn } from './db/transact.ts';
import { claimKey, findReplay, keepAnswer, releaseKey } from './idempotency.ts';
import type { Credentials } from './identity/credentials.ts';
import type { Identity } from './identity/identity.ts';
import { guessedAccount } from './identity/second-step.ts';
import { isOutside, type Outside, shortTransactions, tellBrowsers } from './outside.ts';
import type { Billing } from './ports/billing/billing.ts';
import type { ReceiptStore } from './ports/receipts/receipts.ts';
import { refusalsOf } from './problem.ts';
import { found, Refused, refused } from './refused.ts';
import { spend, spendWrongToken } from './throttle.ts';
import { isAccessToken } from './tokens/text.ts';

export type ContextOf<C extends Access> = C extends Action
  ? CompanyContext
  : C extends 'anyone'
    ? AnyContext
    : PersonContext;

/** One handler for each endpoint of a table; a missing or surplus one does not compile. */
export type Handlers<Table extends Record<string, Endpoint>> = {
  [Name in keyof Table]: (
    ctx: ContextOf<Table[Name]['can']>,
    input: z.output<Table[Name]['input']>,
  ) => Promise<z.input<Table[Name]['output']> | Outside<ContextOf<Table[Name]['can']>, z.input<Table[Name]['output']>>>;
};

/** What the pipeline needs of a request, apart from HTTP. */
export type Call = {
  endpoint: Endpoint;
  /** A method, so that handlers with their narrower contexts fit: ensureMayCall is what makes that sound. */
  handle(ctx: AnyContext, input: unknown): Promise<unknown>;
  path: Record<string, unknown>;
  /** Query of a GET or DELETE, body of the rest. */
  rest: Record<string, unknown>;
  sessionToken: string | null;
  /** Present and not null: the request is judged by it alone. */
  accessToken?: Credentials['accessToken'];
  arrived?: Arrived;
  idempotencyKey: string | null;
  locale: Locale;
  client: AnyContext['client'];
};

export type Answer = {
  status: number;
  body: unknown;
  isReplay: boolean;
  session: { token: string; expiresAt: Date } | null | undefined;
};

export type Pipeline = {
  database: DatabaseHandle;
  transact: Transact;
  replica?: Replica | undefined;
  config: Config;
  identity: Identity;
  billing: Billing;
  receipts: ReceiptStore;
};

type Opened = { person: Person | null; company: CompanyFacts | null; token: TokenFacts | null };
type Opening = Opened & { now: Date };

const transactionAttempts = 3;

export async function answer(pipeline: Pipeline, call: Call): Promise<Answer> {
  const { accessToken = null } = call;
  if (accessToken === null) return answerCaller(pipeline, call);
  if (!isAccessToken(accessToken)) throw refused('token.not-usable');
  try {
    return await answerCaller(pipeline, call);
  } catch (error) {
    // After the fact: a token that is good is never kept waiting because of a neighbour's program with a dead one.
    if (isRefusedFor(error, 'token.not-usable')) await spendWrongToken(pipeline.database, call.client.address);
    throw error;
  }
}

async function answerCaller(pipeline: Pipeline, call: Call): Promise<Answer> {
  const { throttle, answersAfterMs = 0 } = call.endpoint;
  // Before and outside the transaction: a refused attempt costs its point too.
  if (throttle) {
    const email = typeof call.rest.email === 'string' ? call.rest.email : null;
    const { sessionToken, client } = call;
    const guessed = throttle === 'second-factor' ? await guessedAccount(pipeline.database, sessionToken) : null;
    await spend(pipeline.database, throttle, {
      address: client.address,
      email,
      sessionToken,
      guessedAccount: guessed,
    });
  }
  if (answersAfterMs === 0) return attempt(pipeline, call);
  // After the transaction: nobody waits for a connection while the time passes.
  const [outcome] = await Promise.allSettled([attempt(pipeline, call), sleep(answersAfterMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Mostly one transaction; another for each time the handler went outside. */
async function attempt(pipeline: Pipeline, call: Call): Promise<Answer> {
  const first = await transact(pipeline, call);
  if (!isOutside<AnyContext>(first)) return first;
  const conclusion = await first.run(shortTransactions(pipeline.database));
  return attempt(pipeline, { ...call, handle: (ctx) => conclusion.answer(ctx) });
}

async function transact(pipeline: Pipeline, call: Call): Promise<Answer | Outside<AnyContext, unknown>> {
  const isolation = call.endpoint.isSnapshot ? 'repeatable read' : 'read committed';
  const work = (db: Db, lastly: Lastly) => inTransaction(pipeline, call, { db, lastly });
  const replica = mayBeReadElsewhere(call) ? await pipeline.replica?.find() : null;
  if (replica) {
    try {
      return await transactionsInTurn(replica)(work, isolation);
    } catch (error) {
      // Whatever befell the replica, what it replays may end a query there: the database itself has the last word.
      if (error instanceof Refused) throw error;
      pipeline.replica?.failed(error);
    }
  }
  for (let count = 1; ; count++) {
    try {
      return await pipeline.transact(work, isolation);
    } catch (error) {
      const isLostRace = isDatabaseError(error, '40001', '40P01') || isOutdatedPlan(error);
      if (!isLostRace || count >= transactionAttempts) throw error;
    }
  }
}

/** Reports, for browsers: of a token, the day of its use is noted with the request. */
const mayBeReadElsewhere = ({ endpoint: { method, can }, accessToken = null }: Call): boolean =>
  method === 'GET' && can.startsWith('reports.') && accessToken === null;

async function inTransaction(pipeline: Pipeline, call: Call, { db, lastly }: { db: Db; lastly: Lastly }) {
  const { endpoint } = call;
  const companyId = wantedCompany(endpoint, call.path);
  const isWrite = endpoint.method !== 'GET' && !endpoint.isDryRun;
  const claim = isWrite && call.idempotencyKey !== null ? claimOf(pipeline, call, call.idempotencyKey) : null;
  // The claim is made before it is judged whether the caller may: a refusal takes it back.
  const [{ now, ...opened }, isFirst] = await Promise.all([open(db, call, companyId), claim && claimKey(db, claim)]);
  const scope = ensureMayCall(endpoint, opened);
  const input = parseInput(endpoint, call);
  // Only from here on: opening a request notes the day on which its token was used.
  if (endpoint.isDryRun) await sql`set transaction read only`.execute(db);

  const claimed = claim && opened.person ? { ...claim, userId: opened.person.id } : null;
  if (claimed && !isFirst) return { ...(await findReplay(db, claimed)), isReplay: true, session: undefined };

  const changes = new Map<string, Set<Noun>>();
  const personal: (Membership & { nouns: readonly Noun[] })[] = [];
  let session: Answer['session'];
  const ctx = {
    db,
    now,
    locale: call.locale,
    config: pipeline.config,
    identity: pipeline.identity,
    billing: pipeline.billing,
    receipts: pipeline.receipts,
    arrived: call.arrived ?? null,
    client: call.client,
    sessionToken: call.sessionToken,
    ...opened,
    scope,
    setSession: (value: Answer['session']) => {
      session = value;
    },
    enqueue: (task: string, payload: unknown) => enqueue(db, task, payload),
    changed: (company: string, ...nouns: readonly Noun[]) => {
      const known = changes.get(company) ?? new Set();
      for (const noun of nouns) known.add(noun);
      changes.set(company, known);
    },
    changedFor: (member: Membership, ...nouns: readonly Noun[]) => {
      personal.push({ ...member, nouns });
    },
  };
  const result = await call.handle(ctx, input);
  for (const [company, nouns] of changes) lastly(tellBrowsers(db, company, nouns));
  for (const { companyId, userId, nouns } of personal) lastly(tellBrowsers(db, companyId, nouns, userId));
  if (isOutside<AnyContext>(result)) {
    // Taken again by the second transaction: a kill in between must not leave it in progress for ever.
    if (claimed) lastly(releaseKey(db, claimed));
    return result;
  }
  const body = endpoint.output.parse(result);
  const status = body === null ? 204 : 200;
  if (claimed) lastly(keepAnswer(db, claimed, { status, body }));
  return { status, body, isReplay: false, session };
}

/** A key stands for one request, whatever is in it; and how its answer is kept for a repetition. */
function claimOf({ config }: Pipeline, { endpoint, path, rest, arrived }: Call, key: string) {
  const request = [endpoint.method, endpoint.path, path, rest, ...(arrived ? [arrived.sha256] : [])];
  return { key, request, secret: config.appSecret, isSealed: endpoint.answersSecret ?? false };
}

/** The company of the path, if the endpoint has one and the text is an id at all. */
function wantedCompany(endpoint: Endpoint, path: Record<string, unknown>): string | null {
  const wanted = path.companyId;
  if (!endpoint.path.includes('{companyId}') || typeof wanted !== 'string') return null;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted) ? wanted : null;
}

/** Times are the database's: several servers with clocks of their own then agree on what has expired. */
async function open(db: Db, { sessionToken, accessToken = null }: Call, companyId: string | null): Promise<Opening> {
  const opening =
    accessToken === null
      ? sql`open_request(${sessionToken}, ${companyId})`
      : sql`open_token_request(${accessToken}, ${companyId})`;
  const rows = await prepared(db, sql<{ opened: Opened; now: Date }>`select ${opening} as opened, now() as now`);
  const { opened, now } = found(rows[0], 'server.failed');
  if (accessToken !== null && !opened.token) throw refused('token.not-usable');
  const company = opened.company && factsToday(opened.company, now);
  return { ...opened, company, token: opened.token ?? null, now };
}

/** Session, membership, plan and permission, in this order: that of the pages. Gives the scope of an action, `all` where none is asked. */
function ensureMayCall(endpoint: Endpoint, { person, company, token }: Opened) {
  if (token && !endpoint.forTokens) throw refused('token.not-allowed');
  if (token?.isReadOnly && endpoint.method !== 'GET') throw refused('token.read-only');
  if (endpoint.can === 'anyone') return 'all';
  if (!person) throw refused('session.missing');
  if (endpoint.can === 'signed-in') return 'all';
  if (!person.isEmailVerified) throw refused('session.email-not-verified');
  if (endpoint.can === 'verified') return 'all';
  if (!company) throw refused('company.missing');
  if (!endpoint.onFreePlan && !isPremium(company.seats)) throw refused('plan.premium-required');
  const scope = scopeOf(company.role, endpoint.can);
  if (scope === 'none') throw refused('role.not-allowed');
  return scope;
}

function parseInput(endpoint: Endpoint, call: Call): unknown {
  const clash = Object.keys(call.rest).find((name) => Object.hasOwn(call.path, name));
  if (clash !== undefined) throw refused('field.unknown', { path: clash });
  const parsed = endpoint.input.safeParse({ ...call.rest, ...call.path }, { reportInput: true });
  if (parsed.success) return parsed.data;
  // An id in the path that is no id at all names nothing: it is answered like an unknown one.
  const isBadPath = parsed.error.issues.some((issue) => Object.hasOwn(call.path, String(issue.path[0])));
  if (isBadPath) throw refused(endpoint.refuses.find((code) => code.endsWith('.missing')) ?? 'route.unknown');
  throw new Refused(refusalsOf(parsed.error));
}

async function enqueue(db: Db, task: string, payload: unknown): Promise<void> {
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json)`.execute(db);
}

const isRefusedFor = (error: unknown, code: ReasonCode): boolean =>
  error instanceof Refused && error.refusals.some((refusal) => refusal.code === code);

export const isDatabaseError = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
