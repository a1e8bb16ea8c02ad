// The endpoints that take or give a file instead of JSON. Who asks is judged before a byte of the body is read, and again by the
// pipeline when all of it is here. A body is written aside while it is read, so that neither its length nor a slow line costs
// memory. Whatever is given is something to be saved: it runs no script, and no cache answers in our place.

import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { id } from '#contract/fields.ts';
import { endpoints } from '#contract/index.ts';
import { storedFile } from '#contract/receipts.ts';
import { receiptSizeRefusal } from '#domain/receipts.ts';
import { handlers } from '../handlers.ts';
import { notStored, storing } from '../receipts/storing.ts';
import { verifiedReceipt } from '../receipts/verified.ts';
import type { AnyContext } from '../request/context.ts';
import { answer, type Call, type Pipeline } from '../request/pipeline.ts';
import { ensureAllowed, found, refused } from '../request/refused.ts';
import { secondsUntilUpload } from '../request/throttle.ts';
import { endWithRights } from '../request/while-allowed.ts';
import { dispositionOf } from './content-disposition.ts';
import { callOf, routeOf } from './endpoints.ts';
import { oneOfFew } from './request-limits.ts';
import { receive } from './temp-upload.ts';

export async function mountFiles(app: FastifyInstance, pipeline: Pipeline): Promise<void> {
  const handle: Record<string, Call['handle'] | undefined> = handlers;
  await app.register(async (scope) => {
    // Whatever type is claimed: the body is left where it is until somebody may send it.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (endpoint.file !== 'body' && endpoint.file !== 'answer') continue;
      const isTaken = endpoint.file === 'body';
      const serve = isTaken ? takeFile : giveFile;
      scope.route({
        method: endpoint.method,
        url: routeOf(endpoint.path),
        exposeHeadRoute: false,
        config: isTaken ? { takesFile: true } : {},
        onResponse: async ({ raw }) => endUnread(raw),
        handler: (request, reply) => {
          const call = callOf(request, endpoint, found(handle[name], 'server.failed'), pipeline.config);
          return serve(pipeline, call, request, reply);
        },
      });
    }
  });
}

/** Whoever is refused while sending reads the answer when they are done sending, but is not waited for very long. */
function endUnread(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), unreadMs).unref();
  request.once('close', () => clearTimeout(timer));
}

const unreadMs = 3_000;

async function takeFile(pipeline: Pipeline, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const declared = Number(request.headers['content-length'] ?? 0);
  const personId = await ensureMaySend(pipeline, call, declared);
  ensureAllowed(receiptSizeRefusal(declared));
  const arrived = await oneOfFew(personId, () => storing(() => receive(request.raw, pipeline.config)));
  try {
    const { body, isReplay } = await answer(pipeline, { ...call, arrived });
    if (isReplay) reply.header('idempotent-replayed', 'true');
    return reply.header('cache-control', 'no-store').send(body);
  } finally {
    await rm(arrived.path, { force: true });
  }
}

/** Like the request itself, apart from its file; gives whose it is. What does not tell its length may be of the greatest. */
async function ensureMaySend(pipeline: Pipeline, call: Call, declared: number): Promise<string> {
  const { largestBodyBytes = 0 } = call.endpoint;
  const megabytes = Math.max(1, Math.ceil(Math.min(declared || largestBodyBytes, largestBodyBytes) / 1_000_000));
  const { body } = await answer(pipeline, {
    ...call,
    endpoint: { ...call.endpoint, output: id },
    idempotencyKey: null,
    handle: async ({ db, person }: AnyContext) => {
      const { id: personId } = found(person, 'session.missing');
      const seconds = await secondsUntilUpload(db, personId, megabytes);
      if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
      return personId;
    },
  });
  return id.parse(body);
}

async function giveFile(pipeline: Pipeline, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { body } = await answer(pipeline, call);
  const file = storedFile.parse(body);
  const etag = `"${file.sha256}"`;
  reply.headers({
    // Asked again each time, as rights may have ended; what is unchanged is not sent again.
    'cache-control': 'private, no-cache',
    etag,
    'content-disposition': dispositionOf(file.name, file.isInline ? 'inline' : 'attachment'),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  // One spelling, as ids are written in any.
  const companyId = String(call.path.companyId).toLowerCase();
  const stream = await storing(() => pipeline.receipts.read({ companyId, name: file.storageName }));
  // The row is there and its file is not: an operator has to know, a reader cannot help it.
  if (!stream) throw notStored(new Error(`the file of a receipt is missing: ${file.storageName}`));
  endWithRights(reply, async () => storedFile.parse((await answer(pipeline, call)).body).sha256 === file.sha256);
  const told = (error: Error) =>
    reply.log.error({ error: error.message, name: file.storageName }, 'a stored receipt is damaged');
  const whole = await storing(() =>
    verifiedReceipt(stream, file, { onDamage: told, stallMs: pipeline.receiptStallMs }),
  ).catch((error: unknown) => {
    reply.removeHeader('etag');
    throw error;
  });
  return reply.type(file.type).header('content-length', file.bytes).send(whole);
}
