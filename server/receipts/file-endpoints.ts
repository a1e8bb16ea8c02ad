// Endpoints that receive or send a file instead of JSON. Uploads are authorised before a byte of the body is read, and again by
// the pipeline when the body is complete. The body is written to a temporary file while it is read, so that neither its size
// nor a slow client costs memory. Downloads must not run scripts, and caches must revalidate them.

import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { receiptFile } from '#contract/receipts.ts';
import { type UploadKind, uploadKinds } from '#contract/uploads.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { routeOf } from '../http/endpoints.ts';
import { requestOf } from '../http/incoming-request.ts';
import { withUploadSlot } from '../http/request-limits.ts';
import { receiveUpload } from '../http/temp-upload.ts';
import { parseInput, withAuthorisation } from '../request/authorise.ts';
import type { Call } from '../request/call.ts';
import { closeWhenRevoked } from '../request/close-when-revoked.ts';
import { asMember } from '../request/context.ts';
import { handleRequest } from '../request/handle-request.ts';
import type { HandlerTable, Pipeline } from '../request/pipeline.ts';
import { secondsUntilUpload } from '../request/rate-limit-counters.ts';
import { ensureAllowed, ensureFound, refused } from '../request/refused.ts';
import { isReceiptVisible } from './handlers.ts';
import { notStored, storing } from './storing.ts';
import { verifiedReceipt } from './verified.ts';

export async function mountFiles(app: FastifyInstance, pipeline: Pipeline, handlers: HandlerTable): Promise<void> {
  await app.register(async (scope) => {
    // Whatever the content type: the body is not read until the request is authorised.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      const { upload: kind } = endpoint;
      if (!kind && endpoint.file?.source !== 'stored') continue;
      const handle = ensureFound(handlers[name], 'server.failed');
      scope.route({
        method: endpoint.method,
        url: routeOf(endpoint.path),
        exposeHeadRoute: false,
        config: { endpoint: name, ...(kind && { takesFile: true }) },
        onResponse: async ({ raw }) => closeAfterLinger(raw),
        handler: (request, reply) => {
          const call = { ...requestOf(request, endpoint, pipeline.config), endpoint, handle };
          return kind
            ? receiveFile(pipeline, { ...call, kind }, request, reply)
            : sendFile(pipeline, call, request, reply);
        },
      });
    }
  });
}

/** A client that is refused reads the response only after sending its body; it gets a limited time for that. */
function closeAfterLinger(request: IncomingMessage): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), lingerMs).unref();
  request.once('close', () => clearTimeout(timer));
}

const lingerMs = 3_000;

type UploadCall = Call & { kind: UploadKind };

async function receiveFile(pipeline: Pipeline, call: UploadCall, request: FastifyRequest, reply: FastifyReply) {
  const declared = Number(request.headers['content-length'] ?? 0);
  const personId = await authoriseUpload(pipeline, call, declared);
  const { sizeRefusal } = uploadKinds[call.kind];
  ensureAllowed(sizeRefusal(declared));
  const { config } = pipeline;
  const upload = await withUploadSlot(personId, () =>
    storing(() => receiveUpload(request.raw, { config, sizeRefusal })),
  );
  try {
    const { body, isReplay } = await handleRequest(pipeline, { ...call, upload });
    if (isReplay) reply.header('idempotent-replayed', 'true');
    return reply.header('cache-control', 'no-store').send(body);
  } finally {
    await rm(upload.path, { force: true });
  }
}

/** Authorises the upload without its file and charges its size; without a content length, the maximum. Returns the person's id. */
async function authoriseUpload(pipeline: Pipeline, call: UploadCall, declared: number): Promise<string> {
  const { maxBytes } = uploadKinds[call.kind];
  const megabytes = Math.max(1, Math.ceil(Math.min(declared || maxBytes, maxBytes) / 1_000_000));
  return withAuthorisation(pipeline, { rule: call.endpoint, request: call }, async (ctx) => {
    parseInput(call.endpoint, call, pipeline.config);
    const { db, person } = asMember(ctx);
    const seconds = await secondsUntilUpload(db, person.id, megabytes);
    if (seconds !== null) throw refused('request.throttled', { params: { seconds } });
    return person.id;
  });
}

async function sendFile(pipeline: Pipeline, call: Call, request: FastifyRequest, reply: FastifyReply) {
  const { body } = await handleRequest(pipeline, call);
  const file = receiptFile.parse(body);
  const etag = `"${file.sha256}"`;
  reply.headers({
    // Revalidated on every use, because rights may have ended; an unchanged file is not sent again.
    'cache-control': 'private, no-cache',
    etag,
    'content-disposition': contentDisposition(file.name, file.isInline ? 'inline' : 'attachment'),
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  // Ids in the path may be written in upper case.
  const companyId = String(call.path.companyId).toLowerCase();
  const stream = await storing(() => pipeline.receipts.read({ companyId, name: file.storageName }));
  // The row exists and its file does not: a server error for the operator to repair.
  if (!stream) throw notStored(new Error(`receipt file missing: ${file.storageName}`));
  closeWhenRevoked(reply, () =>
    withAuthorisation(pipeline, { rule: call.endpoint, request: call }, (ctx) =>
      isReceiptVisible(asMember(ctx), String(call.path.receiptId)),
    ),
  );
  const logDamage = (error: Error) =>
    reply.log.error({ error: error.message, name: file.storageName }, 'a stored receipt is damaged');
  const verified = await storing(() =>
    verifiedReceipt(stream, file, { onDamage: logDamage, stallMs: pipeline.receiptStallMs }),
  ).catch((error: unknown) => {
    reply.removeHeader('etag');
    throw error;
  });
  return reply.type(file.type).header('content-length', file.bytes).send(verified);
}
