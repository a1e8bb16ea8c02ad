// Handles a request of an endpoint: access token → room for a hash → rate limit → minimum duration or turn in the queue → authorise and execute.

import { setTimeout as sleep } from 'node:timers/promises';
import { emailIn, ensureAuthorised, limitWrongTokens, parseInput } from './authorise.ts';
import type { Call, RequestResult } from './call.ts';
import { execute } from './execute.ts';
import { isHeavy, withFairShare } from './heavy-requests.ts';
import { openRequest } from './open-request.ts';
import type { Pipeline } from './pipeline.ts';
import { type Caller, withRateLimit } from './rate-limits.ts';

export const handleRequest = (pipeline: Pipeline, call: Call): Promise<RequestResult> =>
  limitWrongTokens(pipeline, call, () => handleWithRateLimit(pipeline, call));

async function handleWithRateLimit(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const { rateLimit: limit } = call.endpoint;
  // Before anything else, because a refusal later takes four transactions.
  if (limit === 'password') pipeline.hashing.ensureCapacity();
  const caller = limit ? await identify(pipeline, call) : null;
  if (!limit || !caller) return executeInTurn(pipeline, call);
  return withRateLimit(pipeline.database, { limit, caller }, (guesses) =>
    executeInTurn(pipeline, { ...call, guesses }),
  );
}

/**
 * Identifies the caller before rate limiting. Refuses invalid or unauthorised requests here, so that they are not charged.
 * Null: this may be the replay of a request that ended its own session.
 */
async function identify(pipeline: Pipeline, call: Call): Promise<Caller | null> {
  const { endpoint, sessionToken, browserToken, client } = call;
  return pipeline.transact(async (db) => {
    const opened = await openRequest(db, call);
    if (!opened.person && endpoint.can !== 'anyone' && call.idempotencyKey !== null) return null;
    ensureAuthorised(endpoint, opened);
    const email = emailIn(parseInput(endpoint, call, pipeline.config));
    return { address: client.address, email, person: opened.person, sessionToken, browserToken };
  });
}

/** Reports wait for their turn; some responses take a minimum duration, so that the time until a response reveals nothing. */
async function executeInTurn(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const { minResponseMs = 0 } = call.endpoint;
  if (isHeavy(call)) return withFairShare(pipeline, call);
  if (minResponseMs === 0) return execute(pipeline, call);
  // The delay runs outside the transaction: it holds no connection.
  const [outcome] = await Promise.allSettled([execute(pipeline, call), sleep(minResponseMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
