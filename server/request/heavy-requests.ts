// Reports take long of the database and of this process. They are computed on connections of their own, a few at once, and every
// company has its share (server/request/fair-semaphore.ts). Whoever has to wait for a place is judged first, on an ordinary connection that is
// given back at once: nobody stands in the line of a company that is not theirs.

import { setImmediate as breathe, setTimeout as sleep } from 'node:timers/promises';
import { id } from '#contract/fields.ts';
import { onOneCore } from '../report-process/one-core.ts';
import { heardOf, isAlone } from './active-companies.ts';
import type { AnyContext } from './context.ts';
import { createFairGate, type Owner } from './fair-semaphore.ts';
import { mostReportsAtOnce, mostReportsOfCompany } from './heavy-bounds.ts';
import type { Answer, Call, Pipeline } from './pipeline.ts';
import { createKnownOwners } from './recently-judged.ts';
import { found, refused } from './refused.ts';

const retrySeconds = 5;

const gate = createFairGate({
  atOnce: mostReportsAtOnce,
  ofCompany: mostReportsOfCompany,
  // A page of reports asks for three at a time.
  waiting: {
    ofCompany: 60,
    ofPerson: 20,
    refusal: () => refused('company.busy', { params: { seconds: retrySeconds } }),
  },
});

type Attempt = (pipeline: Pipeline, call: Call) => Promise<Answer>;

export const isHeavy = ({ endpoint: { method, can } }: Call): boolean => method === 'GET' && can.startsWith('reports.');

export async function inShare(pipeline: Pipeline, call: Call, attempt: Attempt): Promise<Answer> {
  const companyId = String(call.path.companyId).toLowerCase();
  const work = () => computed(pipeline, call, attempt);
  if (gate.hasRoom(companyId)) return inPlace({ companyId, personId: '' }, work);
  return inPlace(knownOwners.find(call) ?? (await judge(pipeline, call, attempt)), work);
}

/** Beside others in the process for reports, else here. */
async function computed(pipeline: Pipeline, call: Call, attempt: Attempt): Promise<Answer> {
  const companyId = String(call.path.companyId).toLowerCase();
  const here = { ...pipeline, transact: pipeline.transactHeavy };
  if (isAlone(companyId)) return attempt(here, call);
  const body = await pipeline.reportProcess?.compute(call);
  if (!body) return attempt(here, considerate(call));
  heardOf(companyId);
  return { status: 200, body, isReplay: false, session: undefined };
}

/** Beside others a place rests for as long as it was used: a company that never stops asking leaves half of the time to them. */
function inPlace(owner: Owner, work: () => Promise<Answer>): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const use = async () => {
    const began = performance.now();
    answered.resolve(work());
    await answered.promise.catch(() => undefined);
    if (!isAlone(owner.companyId)) await sleep(Math.min(longestRestMs, performance.now() - began));
  };
  gate(owner, use).catch(answered.reject);
  return answered.promise;
}

const longestRestMs = 1_000;

const knownOwners = createKnownOwners();

async function judge(pipeline: Pipeline, call: Call, attempt: Attempt): Promise<Owner> {
  const { body } = await attempt(
    { ...pipeline, replica: undefined },
    {
      ...call,
      endpoint: { ...call.endpoint, output: id },
      handle: async ({ person }: AnyContext) => found(person, 'session.missing').id,
    },
  );
  const owner = { companyId: String(call.path.companyId).toLowerCase(), personId: id.parse(body) };
  knownOwners.remember(call, owner);
  return owner;
}

/** What waits in this process goes on before the answer is made. */
const considerate = (call: Call): Call => {
  const { handle, ...rest } = onOneCore(call);
  return {
    ...rest,
    handle: async (ctx: AnyContext, input: unknown) => {
      const result = await handle(ctx, input);
      await breathe();
      return result;
    },
  };
};
