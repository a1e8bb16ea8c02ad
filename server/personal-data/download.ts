// "Download my data". Outside the endpoint table because it streams a file: it is generated while the client reads it, so that
// neither its size nor a slow client costs memory or holds a connection. Each part is read in a request of its own and authorised
// again: a session that ends meanwhile ends the download.

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { noContent } from '#contract/fields.ts';
import { apiPrefix } from '#contract/index.ts';
import { credentialsOf } from '../identity/credentials.ts';
import { closeWhenRevoked } from '../request/close-when-revoked.ts';
import type { PersonContext } from '../request/context.ts';
import { type Call, handleRequest, type Pipeline } from '../request/pipeline.ts';
import { ensureFound } from '../request/refused.ts';
import { type Batch, type BatchStart, firstId, readDecisions, readReceipts, readWorklogs } from './batches.ts';
import { type DownloadHead, readHead, readMembership } from './parts.ts';

const part = endpoint({
  method: 'GET',
  path: '/account/download',
  summary: 'Everything the product keeps about the person, as a file',
  can: 'verified',
  input: z.strictObject({}),
  output: noContent,
});
const download = { ...part, throttle: 'download' } as const;

type Read = <T>(read: (ctx: PersonContext) => Promise<T>) => Promise<T>;

export function mountDownload(app: FastifyInstance, pipeline: Pipeline): void {
  const options = { exposeHeadRoute: false, config: { hasSideEffects: true } } as const;
  app.get(`${apiPrefix}${part.path}`, options, async (request, reply) => {
    const call = {
      path: {},
      rest: {},
      ...credentialsOf(request.headers, pipeline.config),
      idempotencyKey: null,
      locale: 'en',
      client: { address: request.ip, userAgent: '' },
    } as const;
    const head = await inRequest(pipeline, { ...call, endpoint: download }, readHead);
    const read: Read = (one) => inRequest(pipeline, { ...call, endpoint: part }, one);
    closeWhenRevoked(reply, () => read(async () => true));
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="daybook-my-data-${head.takenAt.slice(0, 10)}.json"`)
      .type('application/json; charset=utf-8')
      .send(Readable.from(textOf(head, read), { objectMode: false }));
  });
}

async function inRequest<T>(
  pipeline: Pipeline,
  call: Omit<Call, 'handle'>,
  read: (ctx: PersonContext) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  const handle = async (ctx: PersonContext) => {
    results.push(await read(ctx));
    return null;
  };
  await handleRequest(pipeline, { ...call, handle });
  return ensureFound(results.at(-1), 'server.failed');
}

async function* textOf({ companyIds, ...head }: DownloadHead, read: Read): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  const memberships = async function* () {
    for (const companyId of companyIds) yield await read((ctx) => readMembership(ctx, companyId));
  };
  yield* listText('memberships', memberships());
  yield* listText('worklogs', batches(companyIds, read, readWorklogs));
  yield* listText('receipts', batches(companyIds, read, readReceipts));
  yield* listText('decisions', batches(companyIds, read, readDecisions));
  yield '}\n';
}

async function* batches<T>(
  companyIds: readonly string[],
  read: Read,
  readBatch: (ctx: PersonContext, from: BatchStart) => Promise<Batch<T>>,
): AsyncGenerator<T[]> {
  for (const companyId of companyIds) {
    for (let after: string | null = firstId; after !== null; ) {
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
