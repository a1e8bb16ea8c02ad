// Streams a report file: one snapshot, at the pace of the client, aborted when the client disconnects. The first rows are read before
// anything is sent, so that early errors are answered like any refusal; a later error closes the connection, so that the file
// never looks complete.

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noContent } from '#contract/fields.ts';
import { reportFileEndpoints, reportFileTypes } from '#contract/report-files.ts';
import { maxConcurrentFiles, maxFileMinutes } from '#domain/report-files.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { callOf, refusalsOfError, routeOf } from '../http/endpoints.ts';
import { storeFileExport } from '../payroll/exports.ts';
import { closeWhenRevoked } from '../request/close-when-revoked.ts';
import type { CompanyContext } from '../request/context.ts';
import { createFairSemaphore } from '../request/fair-semaphore.ts';
import { createOwnerCache } from '../request/owner-cache.ts';
import { type Call, handleRequest, type Pipeline } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';
import { shortTransactions } from '../request/two-phase.ts';
import { type FileAccess, includesAccess, readFileAccess } from './access.ts';
import { writeReportFile } from './file.ts';
import { nameFile, readFileRequest, reportFileHandlers } from './handlers.ts';
import { createPace, type Pace } from './pace.ts';
import { type FileTracker, trackPrepared } from './prepared.ts';
import { ensureShare, type FileOwner, hasShare, prepareLongRead, takeSlots, withExportSlot } from './slots.ts';

const { getReportFile, fetchPreparedFile } = reportFileEndpoints;

type Parts = { pipeline: Pipeline; database: Pick<OpenDatabase, 'exportConnection'> };

export function mountReportFiles(app: FastifyInstance, parts: Parts): void {
  const { pipeline } = parts;
  const options = { exposeHeadRoute: false, config: { hasSideEffects: true } } as const;
  app.get(routeOf(getReportFile.path), options, async (request, reply) => {
    const call = callOf(request, getReportFile, reportFileHandlers.getReportFile, pipeline.config);
    await delayRepeatedRefusal(call);
    const authorised = await authorise(pipeline, call);
    await withSlot(parts, authorised, { reply });
    return reply;
  });
  app.get(routeOf(fetchPreparedFile.path), options, async (request, reply) => {
    const { call, fileId } = await claim(pipeline, request);
    const following = trackPrepared(shortTransactions(pipeline.database), {
      companyId: String(call.path.companyId),
      fileId,
    });
    try {
      const authorised = await authorise(pipeline, call);
      await following.end(await withSlot(parts, authorised, { reply, following }));
      return reply;
    } catch (error) {
      // The page that prepared the file shows the reason; the browser's download list does not.
      await following.end('failed', refusalsOfError(error)[0] ?? null);
      throw error;
    }
  });
}

/** A client that has used its slots and retries immediately is refused after a delay, so that retrying without a pause costs little. */
async function delayRepeatedRefusal(call: Call): Promise<void> {
  const known = knownOwners.find(call);
  if (!known || hasShare(known)) return;
  await sleep(refusalDelayMs);
  ensureShare(known);
}

const refusalDelayMs = 1_000;

/** Turns the download into the request that was prepared. */
async function claim(pipeline: Pipeline, request: FastifyRequest): Promise<{ call: Call; fileId: string }> {
  const call = callOf(request, fetchPreparedFile, reportFileHandlers.fetchPreparedFile, pipeline.config);
  const { body } = await handleRequest(pipeline, call);
  const { companyId, fileId } = call.path;
  const prepared = fetchPreparedFile.output.parse(body);
  const handle = async (ctx: CompanyContext, input: Input) => nameFile(ctx, input);
  return {
    call: { ...call, endpoint: getReportFile, path: { companyId }, rest: prepared, handle },
    fileId: String(fileId),
  };
}

type Input = Parameters<typeof reportFileHandlers.getReportFile>[1];
type Authorised = {
  call: Call;
  owner: FileOwner;
  reach: FileAccess;
  fileName: string;
  format: keyof typeof reportFileTypes;
};

/** Limits concurrent authorisations, so that a hundred requests for files do not occupy all connections. */
const authorisationSemaphore = createFairSemaphore({
  atOnce: maxConcurrentFiles,
  ofCompany: maxConcurrentFiles / 2,
  waiting: { ofCompany: 200, ofPerson: 100, refusal: () => refused('file.busy', { params: { seconds: 5 } }) },
});

const knownOwners = createOwnerCache();

async function authorise(pipeline: Pipeline, call: Call): Promise<Authorised> {
  const owner = { companyId: '', personId: '' };
  let reach: FileAccess = { scopes: [], projects: [] };
  const handle = async (ctx: CompanyContext, input: Input) => {
    Object.assign(owner, { companyId: ctx.company.id, personId: ctx.person.id });
    reach = await readFileAccess(ctx);
    return call.handle(ctx, input);
  };
  // Unauthenticated at this point: the queue uses what the request claims.
  const claimed = { companyId: String(call.path.companyId), personId: call.sessionToken ?? call.client.address };
  const { body } = await authorisationSemaphore(claimed, () => handleRequest(pipeline, { ...call, handle }));
  knownOwners.remember(call, owner);
  return { call, owner, reach, ...getReportFile.output.parse(body) };
}

/** Authorises again with the same session or token, without charging limits. */
async function isStillAllowed(pipeline: Pipeline, { call, reach }: Authorised): Promise<boolean> {
  let now: FileAccess | undefined;
  const handle = async (ctx: CompanyContext, input: Input) => {
    readFileRequest(ctx, input);
    now = await readFileAccess(ctx);
    return null;
  };
  await handleRequest(pipeline, { ...call, endpoint: { ...getReportFile, output: noContent }, handle });
  return now !== undefined && includesAccess(reach, now);
}

type Ended = 'whole' | 'cancelled' | 'failed';
type Reader = { reply: FastifyReply; following?: FileTracker };

/** The response ends only after the slot is free, so that a client can request the next file immediately. */
type Sent = Reader & { isOver: Promise<void>; pace: Pace; leaving: AbortController };

function withSlot(parts: Parts, authorised: Authorised, reader: Reader): Promise<Ended> {
  const over = Promise.withResolvers<void>();
  const sent = { ...reader, isOver: over.promise, pace: createPace(), leaving: new AbortController() };
  const place = { ...authorised.owner, pace: sent.pace, abort: () => sent.leaving.abort() };
  closeWhenRevoked(reader.reply, () => isStillAllowed(parts.pipeline, authorised));
  return withExportSlot(place, () => send(parts, authorised, sent)).finally(() => {
    over.resolve();
    closeAfterLinger(reader.reply);
  });
}

/** Unread data of a complete file occupies no slot, only some memory and a connection, for a limited time. */
function closeAfterLinger({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), lingerMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

const lingerMs = 60_000;

async function send({ pipeline, database }: Parts, authorised: Authorised, sent: Sent): Promise<Ended> {
  const { call, owner, fileName, format } = authorised;
  const { reply, following } = sent;
  const { transact, copy } = database.exportConnection();
  const reader = watchReader(sent);
  let isBegun = false;
  const read = async (ctx: CompanyContext, input: Input) => {
    await takeSlots(ctx.db, owner);
    await prepareLongRead(ctx.db, ctx.company.timeZone);
    const reading = { copy, signal: reader.signal, onRows: following?.onRows };
    const chunks = writeReportFile(ctx, readFileRequest(ctx, input), reading);
    const first = await chunks.next();
    isBegun = true;
    reply.headers(headersOf(fileName, format));
    await deliver(first, chunks, sent);
    if (input.of === 'payroll') await storeFileExport(ctx, readFileRequest(ctx, input).filter, ctx.now);
    return null;
  };
  try {
    await handleRequest(
      { ...pipeline, transact, replica: undefined },
      { ...call, endpoint: { ...getReportFile, output: noContent, isSnapshot: true }, handle: read },
    );
    return 'whole';
  } catch (error) {
    const hasLeft = reader.signal.aborted;
    if (!hasLeft && !isBegun) throw error;
    // Part of the file was sent, or the client has disconnected: the response must not look complete.
    if (!hasLeft) reply.log.error({ error: String(error) }, 'report file aborted by an error');
    reply.hijack();
    reply.raw.destroy();
    return reader.ended();
  } finally {
    reader.stop();
  }
}

/** Aborts when the client disconnects, reads too slowly or cancels. */
function watchReader({ reply, following, leaving, pace }: Sent) {
  let ended: Ended = 'failed';
  const gone = () => {
    ended = 'cancelled';
    leaving.abort();
  };
  const tooLate = () => leaving.abort();
  // Whoever left while the request was authorised has closed already: nobody would read the rows, nor end their reading.
  if (reply.raw.destroyed) gone();
  else reply.raw.once('close', gone);
  const limit = setTimeout(tooLate, maxFileMinutes * 60_000);
  const look = setInterval(() => pace.isTooSlow() && tooLate(), 1_000);
  const unwatch = following?.watch(gone);
  return {
    signal: leaving.signal,
    ended: () => ended,
    stop: () => {
      clearTimeout(limit);
      clearInterval(look);
      reply.raw.off('close', gone);
      unwatch?.();
    },
  };
}

const headersOf = (fileName: string, format: keyof typeof reportFileTypes) => ({
  'cache-control': 'no-store',
  'content-type': reportFileTypes[format],
  'content-disposition': contentDisposition(fileName, 'attachment'),
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // A buffering proxy would hide that the client has disconnected.
  'x-accel-buffering': 'no',
});

/** Resolves when all rows are read; the rest is sent while the transaction ends. */
async function deliver(
  first: IteratorResult<string | Uint8Array>,
  chunks: AsyncGenerator<string | Uint8Array>,
  { reply, isOver, pace, leaving }: Sent,
): Promise<void> {
  const reading = Promise.withResolvers<void>();
  const rest = async function* () {
    if (!first.done) yield first.value;
    for await (const chunk of chunks) {
      pace.sent(chunk.length);
      yield chunk;
      pace.taken();
    }
    reading.resolve();
    await isOver;
  };
  const body = Readable.from(rest(), { objectMode: false, highWaterMark: 64_000 });
  reply.send(body);
  await Promise.race([reading.promise, finished(body), untilAborted(leaving.signal)]);
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(new Error('The file is not written any further.'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
