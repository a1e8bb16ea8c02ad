// "Download my data". Outside the endpoint table because it streams a file: it is generated while the client reads it, so that
// neither its size nor a slow client costs memory or holds a connection. Each part is read in a request of its own and authorised
// again: a session that ends meanwhile ends the download.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '#contract/index.ts';
import { nilId } from '../db/ids.ts';
import { callerOf } from '../http/incoming-request.ts';
import { recordInOwnCompanies } from '../request/audit.ts';
import { type AccessRule, authorise, withAuthorisation } from '../request/authorise.ts';
import type { ApiRequest } from '../request/call.ts';
import { closeWhenRevoked } from '../request/close-when-revoked.ts';
import { asPerson, type PersonContext } from '../request/context.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { withRateLimit } from '../request/rate-limits.ts';
import { type Batch, type BatchStart, readAuditEvents, readDecisions, readReceipts, readWorklogs } from './batches.ts';
import { type DownloadHead, readHead, readMembership } from './parts.ts';

const rule: AccessRule = { method: 'GET', can: 'verified', onFreePlan: true, forTokens: false };

type Read = <T>(read: (ctx: PersonContext) => Promise<T>) => Promise<T>;

export function mountDownload(app: FastifyInstance, pipeline: Pipeline): void {
  const options = { exposeHeadRoute: false, config: { hasSideEffects: true } } as const;
  app.get(`${apiPrefix}/account/download`, options, async (http, reply) => {
    const request = callerOf(http, pipeline.config);
    const read: Read = (one) => withAuthorisation(pipeline, { rule, request }, (ctx) => one(asPerson(ctx)));
    const head = await limited(pipeline, request, () => read(readAndRecordHead));
    closeWhenRevoked(reply, async () => {
      await authorise(pipeline, rule, request);
      return true;
    });
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="daybook-my-data-${head.takenAt.slice(0, 10)}.json"`)
      .type('application/json; charset=utf-8')
      .send(Readable.from(fileText(head, read), { objectMode: false }));
  });
}

/** Recorded with the first part, so before anything is sent. */
async function readAndRecordHead(ctx: PersonContext): Promise<DownloadHead> {
  const head = await readHead(ctx);
  await recordInOwnCompanies(ctx, ctx.person.id, [{ kind: 'personal-data-exported' }]);
  return head;
}

/** Charges only callers who may download. */
async function limited<T>(pipeline: Pipeline, request: ApiRequest, work: () => Promise<T>): Promise<T> {
  const { person } = await authorise(pipeline, rule, request);
  const { sessionToken, browserToken, client } = request;
  const caller = { address: client.address, email: null, person, sessionToken, browserToken };
  const charged = { limit: 'download', caller } as const;
  const { value } = await withRateLimit(pipeline.database, charged, async () => ({
    value: await work(),
    isReplay: false,
  }));
  return value;
}

async function* fileText({ companyIds, ...head }: DownloadHead, read: Read): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  const memberships = async function* () {
    for (const companyId of companyIds) yield await read((ctx) => readMembership(ctx, companyId));
  };
  yield* listText('memberships', memberships());
  yield* listText('worklogs', batches(companyIds, read, readWorklogs));
  yield* listText('receipts', batches(companyIds, read, readReceipts));
  yield* listText('decisions', batches(companyIds, read, readDecisions));
  yield* listText('auditEvents', batches(companyIds, read, readAuditEvents));
  yield '}\n';
}

async function* batches<T>(
  companyIds: readonly string[],
  read: Read,
  readBatch: (ctx: PersonContext, from: BatchStart) => Promise<Batch<T>>,
): AsyncGenerator<T[]> {
  for (const companyId of companyIds) {
    for (let after: string | null = nilId; after !== null; ) {
      const from: BatchStart = { companyId, after };
      const batch: Batch<T> = await read((ctx) => readBatch(ctx, from));
      yield batch.rows;
      after = batch.last;
    }
  }
}

/** Wraps the batches in `,"name":[…]`, one chunk per batch. */
async function* listText(name: string, rowBatches: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let separator = '\n';
  for await (const rows of rowBatches) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row)).join(',\n');
    separator = ',\n';
  }
  yield ']';
}
