// Reports need much time of the database and of this process. They run on separate connections, a few concurrently, shared
// fairly between companies (server/request/fair-semaphore.ts). A request that has to wait is authorised first, on an ordinary
// connection that is released again: nobody waits in the queue of a company they may not access.

import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { maxConcurrentReports } from '../db/transact.ts';
import { isOnlyActiveCompany, recordActivity } from './active-companies.ts';
import { authoriseInTransaction, parseInput } from './authorise.ts';
import type { Call, RequestResult } from './call.ts';
import type { AnyContext } from './context.ts';
import { execute } from './execute.ts';
import { createFairSemaphore, type SlotOwner } from './fair-semaphore.ts';
import { onOneCore } from './one-core.ts';
import { createOwnerCache } from './owner-cache.ts';
import type { Pipeline } from './pipeline.ts';
import { ensureFound, refused } from './refused.ts';

const retrySeconds = 5;

/** For one company while others are active; the only active one may use all. */
const maxReportsPerCompany = 1;

const semaphore = createFairSemaphore({
  atOnce: maxConcurrentReports,
  ofCompany: maxReportsPerCompany,
  // A page of reports makes three requests at a time.
  waiting: {
    ofCompany: 60,
    ofPerson: 20,
    refusal: () => refused('company.busy', { params: { seconds: retrySeconds } }),
  },
});

export const isHeavy = ({ endpoint: { method, can } }: Call): boolean => method === 'GET' && can.startsWith('reports.');

export async function withFairShare(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const companyId = String(call.path.companyId).toLowerCase();
  const work = () => compute(pipeline, call);
  if (semaphore.hasFreeSlot(companyId)) return withSlot({ companyId, personId: '' }, work);
  return withSlot(knownOwners.find(call.endpoint, call) ?? (await authoriseOwner(pipeline, call)), work);
}

/** In the report process while other companies are active, else in this process. */
async function compute(pipeline: Pipeline, call: Call): Promise<RequestResult> {
  const companyId = String(call.path.companyId).toLowerCase();
  const inThisProcess = { ...pipeline, transact: pipeline.transactHeavy };
  if (isOnlyActiveCompany(companyId)) return execute(inThisProcess, call);
  const body = await pipeline.reportProcess?.compute(call);
  if (!body) return execute(inThisProcess, yieldingCall(call));
  recordActivity(companyId);
  return { status: 200, body, isReplay: false, session: undefined };
}

/** While other companies are active, a slot pauses after use for as long as it was used: half of the time is left to them. */
function withSlot(owner: SlotOwner, work: () => Promise<RequestResult>): Promise<RequestResult> {
  const response = Promise.withResolvers<RequestResult>();
  const use = async () => {
    const startedAt = performance.now();
    response.resolve(work());
    await response.promise.catch(() => undefined);
    if (!isOnlyActiveCompany(owner.companyId)) await sleep(Math.min(maxPauseMs, performance.now() - startedAt));
  };
  semaphore(owner, use).catch(response.reject);
  return response.promise;
}

const maxPauseMs = 1_000;

const knownOwners = createOwnerCache();

async function authoriseOwner(pipeline: Pipeline, call: Call): Promise<SlotOwner> {
  const personId = await authoriseInTransaction(pipeline, { rule: call.endpoint, request: call }, async (ctx) => {
    parseInput(call.endpoint, call, pipeline.config);
    return ensureFound(ctx.person, 'session.missing').id;
  });
  const owner = { companyId: String(call.path.companyId).toLowerCase(), personId };
  knownOwners.remember(call.endpoint, call, owner);
  return owner;
}

/** A query on one core; other work of this process runs before the response is built. */
const yieldingCall = (call: Call): Call => {
  const { handle, ...rest } = onOneCore(call);
  return {
    ...rest,
    handle: async (ctx: AnyContext, input: unknown) => {
      const result = await handle(ctx, input);
      await yieldToEventLoop();
      return result;
    },
  };
};
