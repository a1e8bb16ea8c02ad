// Runs the handler of a request: who makes it → idempotency key → permission → validation → handler → output. One transaction,
// so that a refusal or an error rolls everything back, the idempotency row included; a two-phase request has two.

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { BeforeCommit } from '../db/transact.ts';
import { inOrder } from '../db/transact.ts';
import { recordActivity } from './active-companies.ts';
import { ensureAuthorised, parseInput } from './authorise.ts';
import type { Call, RequestResult } from './call.ts';
import type { AnyContext, Db } from './context.ts';
import { createContext } from './handler-context.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import { personalKey } from './idempotency-personal.ts';
import { signedOutKey } from './idempotency-signed-out.ts';
import { openRequest } from './open-request.ts';
import type { Pipeline } from './pipeline.ts';
import { RefusalError } from './refused.ts';
import { shortTransactions } from './short-transactions.ts';
import { runTransaction } from './transaction.ts';
import { isTwoPhase, type TwoPhase, UnconfirmedError } from './two-phase.ts';

export async function execute(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const isolation = call.endpoint.isSnapshot ? 'repeatable read' : 'read committed';
  const options = { isolation, canUseReplica: canUseReplica(call) } as const;
  const result = await runTransaction(pipeline, options, (db, beforeCommit) =>
    executeInTransaction(pipeline, call, { db, beforeCommit }),
  );
  if (!isTwoPhase<AnyContext>(result)) return result;
  const secondPhase = await result.run(shortTransactions(pipeline.database));
  return execute(pipeline, { ...call, handle: (ctx) => secondPhase.respond(ctx) }).catch((error: unknown) => {
    throw error instanceof RefusalError ? error : new UnconfirmedError(error);
  });
}

/** Reports of browsers. Requests with an access token write: they record the day of its last use. */
const canUseReplica = ({ endpoint: { method, can }, accessToken = null }: Call): boolean =>
  method === 'GET' && can.startsWith('reports.') && accessToken === null;

type InTransaction = { db: Db; beforeCommit: BeforeCommit };

async function executeInTransaction(
  pipeline: Pipeline,
  call: Call,
  { db, beforeCommit }: InTransaction,
): Promise<RequestResult | TwoPhase<AnyContext, unknown>> {
  const { endpoint } = call;
  const key = idempotencyKeyOf(pipeline.config.appSecret, call);
  // The key is claimed before authorisation; a refusal rolls the claim back.
  const [opened, isFirst] = await inOrder([openRequest(db, call), key?.claim(db)]);
  const replayedKey = isFirst === false ? key : null;
  if (replayedKey?.isSignedOut) return replay(replayedKey, db, opened.person);
  const scope = ensureAuthorised(endpoint, opened);
  const input = parseInput(endpoint, call, pipeline.config);
  if (opened.company) recordActivity(opened.company.id);
  // Not earlier: opening the request writes the day of last use of an access token.
  if (endpoint.isDryRun) await sql`set transaction read only`.execute(db);
  if (replayedKey) return replay(replayedKey, db, opened.person);
  const { ctx, cookies, publishChanges } = createContext(pipeline, call, { db, opened, scope });
  const result = await call.handle(ctx, input);
  publishChanges(beforeCommit);
  if (isTwoPhase<AnyContext>(result)) {
    // Claimed again by the second transaction: if the process is killed in between, the key must not stay "in progress".
    if (key) beforeCommit(key.release(db, opened.person));
    return result;
  }
  const body = endpoint.output.parse(result);
  const response = { status: body === null ? 204 : 200, body, ...cookies };
  const stored = key?.storeResponse(db, opened.person, response);
  // Several statements, which must be complete before the commit is sent.
  if (key?.isSignedOut) await stored;
  else if (stored) beforeCommit(stored);
  return { ...response, isReplay: false };
}

const replay = async (key: IdempotencyKey, db: Db, person: AnyContext['person']): Promise<RequestResult> => ({
  ...(await key.findReplay(db, person)),
  isReplay: true,
});

/** The key with its first response (idempotency-key.ts). Null if the request has no key, writes nothing, or its caller cannot be distinguished from others. */
function idempotencyKeyOf(secret: string, call: Call): IdempotencyKey | null {
  const { endpoint, idempotencyKey: key, path, rest, upload } = call;
  if (key === null || endpoint.method === 'GET' || endpoint.isDryRun) return null;
  const request = [endpoint.method, endpoint.path, path, rest, ...(upload ? [upload.sha256] : [])];
  const requestHash = createHmac('sha256', secret).update(JSON.stringify(request)).digest();
  const keyed = { key, secret, call, requestHash };
  if (endpoint.idempotencyScope) return signedOutKey(keyed, endpoint.idempotencyScope);
  return endpoint.can === 'anyone' ? null : personalKey(keyed);
}
