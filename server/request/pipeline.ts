// Handles one request: session or token → membership → plan → permission → validation → transaction → handler → output.
// One transaction per request; a refusal or an error rolls everything back, the idempotency row included.
// For whoever is not a member, the company does not exist (404).

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { Action } from '#domain/permissions.ts';
import type { Locale } from '#domain/settings.ts';
import type { Config } from '../config/config.ts';
import type { Replica } from '../db/replica.ts';
import { type BeforeCommit, isOutdatedPlan, prepared, sequentialTransactions, type Transact } from '../db/transact.ts';
import type { RequestCredentials } from '../identity/credentials.ts';
import type { Identity } from '../identity/identity.ts';
import { sealMailJob } from '../mail/sealed.ts';
import type { Billing } from '../ports/billing/billing.ts';
import type { ReceiptStore } from '../ports/receipts/receipts.ts';
import type { ReportProcess } from '../report-process/process.ts';
import { isAccessToken } from '../tokens/token-format.ts';
import { recordActivity } from './active-companies.ts';
import { emailIn, ensureAuthorised, type OpenedRequest, parseInput } from './authorise.ts';
import { factsToday } from './company-facts.ts';
import { isRowRace } from './constraint.ts';
import type {
  AnyContext,
  CompanyContext,
  DatabaseHandle,
  Db,
  Membership,
  Noun,
  PersonContext,
  QueuedJob,
  UploadedFile,
} from './context.ts';
import { isHeavy, withFairShare } from './heavy-requests.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { type Caller, type Guesses, limitWrongSecrets, withRateLimit } from './rate-limits.ts';
import { ensureFound, RefusalError, refused } from './refused.ts';
import { isTwoPhase, publishChange, shortTransactions, type TwoPhase } from './two-phase.ts';

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
  ) => Promise<
    z.input<Table[Name]['output']> | TwoPhase<ContextOf<Table[Name]['can']>, z.input<Table[Name]['output']>>
  >;
};

/** A request, independent of HTTP. */
export type Call = {
  endpoint: Endpoint;
  /** Written as a method, so that handlers with narrower contexts are assignable; ensureAuthorised makes that sound. */
  handle(ctx: AnyContext, input: unknown): Promise<unknown>;
  path: Record<string, unknown>;
  /** The query of a GET or DELETE, the body of other requests. */
  rest: Record<string, unknown>;
  sessionToken: string | null;
  browserToken: string | null;
  guesses?: Guesses;
  /** If present, the request is authorised by this token alone, without cookies. */
  accessToken?: RequestCredentials['accessToken'];
  upload?: UploadedFile;
  idempotencyKey: string | null;
  locale: Locale;
  client: AnyContext['client'];
};

export type RequestResult = {
  status: number;
  body: unknown;
  isReplay: boolean;
  session: { token: string; expiresAt: Date } | null | undefined;
  /** The new token of the known-browser cookie. */
  browser?: string | undefined;
};

export type Pipeline = {
  database: DatabaseHandle;
  transact: Transact;
  /** On connections reserved for slow reads. */
  transactHeavy: Transact;
  replica?: Replica | undefined;
  /** Computes reports while several companies are active. */
  reportProcess?: ReportProcess | undefined;
  config: Config;
  identity: Identity;
  billing: Billing;
  receipts: ReceiptStore;
  receiptStallMs?: number | undefined;
};

type Opening = OpenedRequest & { now: Date };

const transactionAttempts = 3;

export async function handleRequest(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const { accessToken = null } = call;
  if (accessToken === null) return handleWithRateLimit(pipeline, call);
  if (!isAccessToken(accessToken)) throw refused('token.not-usable');
  const source = { kind: 'access-token', address: call.client.address };
  return limitWrongSecrets(pipeline.database, source, () => handleWithRateLimit(pipeline, call));
}

async function handleWithRateLimit(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const { throttle: limit } = call.endpoint;
  const caller = limit ? await identify(pipeline, call) : null;
  if (!limit || !caller) return handleWithMinDuration(pipeline, call);
  return withRateLimit(pipeline.database, { limit, caller }, (guesses) =>
    handleWithMinDuration(pipeline, { ...call, guesses }),
  );
}

/**
 * Identifies the caller before rate limiting. Refuses invalid or unauthorised requests here, so that they are not charged.
 * Null: this may be the replay of a request that ended its own session.
 */
async function identify(pipeline: Pipeline, call: Call): Promise<Caller | null> {
  const { sessionToken, browserToken, client } = call;
  return pipeline.transact(async (db) => {
    const { now: _, ...opened } = await open(db, call, companyIdInPath(call.endpoint, call.path));
    if (!opened.person && call.endpoint.can !== 'anyone' && call.idempotencyKey !== null) return null;
    ensureAuthorised(call.endpoint, opened);
    const email = emailIn(parseInput(call.endpoint, call, pipeline.config.passwordMinLength));
    return { address: client.address, email, person: opened.person, sessionToken, browserToken };
  });
}

async function handleWithMinDuration(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const { minResponseMs = 0 } = call.endpoint;
  if (isHeavy(call)) return withFairShare(pipeline, call, attempt);
  if (minResponseMs === 0) return attempt(pipeline, call);
  // The delay runs outside the transaction: it holds no connection.
  const [outcome] = await Promise.allSettled([attempt(pipeline, call), sleep(minResponseMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Usually one transaction; another for each two-phase result of the handler. */
export async function attempt(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const first = await transact(pipeline, call);
  if (!isTwoPhase<AnyContext>(first)) return first;
  const conclusion = await first.run(shortTransactions(pipeline.database));
  return attempt(pipeline, { ...call, handle: (ctx) => conclusion.answer(ctx) });
}

async function transact(pipeline: Pipeline, call: Call): Promise<RequestResult | TwoPhase<AnyContext, unknown>> {
  const isolation = call.endpoint.isSnapshot ? 'repeatable read' : 'read committed';
  const work = (db: Db, beforeCommit: BeforeCommit) => handleInTransaction(pipeline, call, { db, beforeCommit });
  const replica = canUseReplica(call) ? await pipeline.replica?.find() : null;
  if (replica) {
    try {
      return await sequentialTransactions(replica)(work, isolation);
    } catch (error) {
      // Any error of the replica (replaying changes can cancel its queries) is answered by trying the primary.
      if (error instanceof RefusalError) throw error;
      pipeline.replica?.failed(error);
    }
  }
  for (let count = 1; ; count++) {
    try {
      return await pipeline.transact(work, isolation);
    } catch (error) {
      const isRetryable = isDatabaseError(error, '40001', '40P01') || isRowRace(error) || isOutdatedPlan(error);
      if (!isRetryable || count >= transactionAttempts) throw error;
    }
  }
}

/** Reports of browsers. Requests with an access token write: they record the day of its last use. */
const canUseReplica = ({ endpoint: { method, can }, accessToken = null }: Call): boolean =>
  method === 'GET' && can.startsWith('reports.') && accessToken === null;

async function handleInTransaction(
  pipeline: Pipeline,
  call: Call,
  { db, beforeCommit }: { db: Db; beforeCommit: BeforeCommit },
) {
  const { endpoint } = call;
  const companyId = companyIdInPath(endpoint, call.path);
  const key = idempotencyKeyOf(pipeline.config.appSecret, call);
  // The key is claimed before authorisation; a refusal rolls the claim back.
  const [{ now, ...opened }, isFirst] = await Promise.all([open(db, call, companyId), key?.claim(db)]);
  const { person } = opened;
  const isReplay = isFirst === false;
  if (key?.isSignedOut && isReplay) return { ...(await key.findReplay(db, person)), isReplay };
  const scope = ensureAuthorised(endpoint, opened);
  const input = parseInput(endpoint, call, pipeline.config.passwordMinLength);
  if (opened.company) recordActivity(opened.company.id);
  // Not earlier: opening the request writes the day of last use of an access token.
  if (endpoint.isDryRun) await sql`set transaction read only`.execute(db);

  if (key && isReplay) return { ...(await key.findReplay(db, person)), isReplay };

  const changes = new Map<string, Set<Noun>>();
  const personal: (Membership & { nouns: readonly Noun[] })[] = [];
  let session: RequestResult['session'];
  let browser: RequestResult['browser'];
  const ctx = {
    db,
    now,
    locale: call.locale,
    config: pipeline.config,
    identity: pipeline.identity,
    billing: pipeline.billing,
    receipts: pipeline.receipts,
    upload: call.upload ?? null,
    client: call.client,
    sessionToken: call.sessionToken,
    browserToken: call.browserToken,
    guesses: call.guesses ?? 'judged',
    ...opened,
    scope,
    setSession: (value: RequestResult['session']) => {
      session = value;
    },
    setBrowser: (token: string) => {
      browser = token;
    },
    enqueue: (...[task, payload]: QueuedJob) =>
      enqueue(db, task, task === 'send-mail' ? sealMailJob(pipeline.config, payload) : payload),
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
  for (const [company, nouns] of changes) beforeCommit(publishChange(db, company, nouns));
  for (const { companyId, userId, nouns } of personal) beforeCommit(publishChange(db, companyId, nouns, userId));
  if (isTwoPhase<AnyContext>(result)) {
    // Claimed again by the second transaction: if the process is killed in between, the key must not stay "in progress".
    if (key) beforeCommit(key.release(db, person));
    return result;
  }
  const body = endpoint.output.parse(result);
  const status = body === null ? 204 : 200;
  const stored = key?.storeAnswer(db, person, { status, body, session, browser });
  // Several statements, which must be complete before the commit is sent.
  if (key?.isSignedOut) await stored;
  else if (stored) beforeCommit(stored);
  return { status, body, isReplay: false, session, browser };
}

/** The company id in the path, if the endpoint has one and it is a UUID. */
function companyIdInPath(endpoint: Endpoint, path: Record<string, unknown>): string | null {
  const wanted = path.companyId;
  if (!endpoint.path.includes('{companyId}') || typeof wanted !== 'string') return null;
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(wanted) ? wanted : null;
}

/** Uses the clock of the database, so that several servers agree on what has expired. */
async function open(db: Db, { sessionToken, accessToken = null }: Call, companyId: string | null): Promise<Opening> {
  const opening =
    accessToken === null
      ? sql`open_request(${sessionToken}, ${companyId})`
      : sql`open_token_request(${accessToken}, ${companyId})`;
  const rows = await prepared(db, sql<{ opened: OpenedRequest; now: Date }>`select ${opening} as opened, now() as now`);
  const { opened, now } = ensureFound(rows[0], 'server.failed');
  if (accessToken !== null && !opened.token) throw refused('token.not-usable');
  const company = opened.company && factsToday(opened.company, now);
  return { ...opened, company, token: opened.token ?? null, now };
}

async function enqueue(db: Db, task: string, payload: unknown): Promise<void> {
  await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json)`.execute(db);
}

export const isDatabaseError = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => error.code === code);
