// Streams a report file: one snapshot, at the pace of the client, aborted when the client disconnects. The first rows are read before
// anything is sent, so that early errors are answered like any refusal; a later error closes the connection, so that the file
// never looks complete.

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { reportFileEndpoints, reportFileTypes } from '#contract/report-files.ts';
import { maxFileMinutes } from '#domain/report-files.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { refusalsOfError, routeOf } from '../http/endpoints.ts';
import { requestOf } from '../http/incoming-request.ts';
import { storeFileExport } from '../payroll/exports.ts';
import { recordAudit } from '../request/audit.ts';
import { parseInput, withAuthorisation } from '../request/authorise.ts';
import type { ApiRequest } from '../request/call.ts';
import { closeWhenRevoked } from '../request/close-when-revoked.ts';
import { asMember, type CompanyContext } from '../request/context.ts';
import { createOwnerCache } from '../request/owner-cache.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { RefusalError } from '../request/refused.ts';
import { shortTransactions } from '../request/short-transactions.ts';
import { type AuthorisedFile, authoriseFile, claimFile, isStillAllowed } from './authorised-file.ts';
import { type ReportFileRequest, writeReportFile } from './generate.ts';
import { readFileRequest } from './handlers.ts';
import { createPace, type Pace } from './pace.ts';
import { type FileTracker, trackPrepared } from './prepared.ts';
import { ensureShare, hasShare, prepareLongRead, takeSlots, withExportSlot } from './slots.ts';

const { getReportFile, fetchPreparedFile } = reportFileEndpoints;

type Parts = { pipeline: Pipeline; database: Pick<OpenDatabase, 'exportConnection'> };

export function mountReportFiles(app: FastifyInstance, parts: Parts): void {
  const { pipeline } = parts;
  const optionsOf = (endpoint: keyof typeof reportFileEndpoints) =>
    ({ exposeHeadRoute: false, config: { endpoint, hasSideEffects: true } }) as const;
  app.get(routeOf(getReportFile.path), optionsOf('getReportFile'), async (request, reply) => {
    const fileRequest = requestOf(request, getReportFile, pipeline.config);
    await delayRepeatedRefusal(fileRequest);
    const file = await authoriseFile(pipeline, fileRequest);
    knownOwners.remember(getReportFile, fileRequest, file.owner);
    await withSlot(parts, file, { reply });
    return reply;
  });
  app.get(routeOf(fetchPreparedFile.path), optionsOf('fetchPreparedFile'), async (request, reply) => {
    const fileRequest = requestOf(request, fetchPreparedFile, pipeline.config);
    const { file, ...claimed } = await claimFile(pipeline, fileRequest);
    const tracker = trackPrepared(shortTransactions(pipeline.database), claimed);
    try {
      if (file instanceof RefusalError) throw file;
      knownOwners.remember(getReportFile, file.request, file.owner);
      await tracker.end(await withSlot(parts, file, { reply, tracker }));
      return reply;
    } catch (error) {
      // The page that prepared the file shows the reason; the browser's download list does not.
      await tracker.end('failed', refusalsOfError(error)[0] ?? null);
      throw error;
    }
  });
}

/** A client that has used its slots and retries immediately is refused after a delay, so that retrying without a pause costs little. */
async function delayRepeatedRefusal(request: ApiRequest): Promise<void> {
  const known = knownOwners.find(getReportFile, request);
  if (!known || hasShare(known)) return;
  await sleep(refusalDelayMs);
  ensureShare(known);
}

const refusalDelayMs = 1_000;

const knownOwners = createOwnerCache();

type Ending = 'whole' | 'cancelled' | 'failed';
type Reader = { reply: FastifyReply; tracker?: FileTracker };

/** The response ends only after the slot is free, so that a client can request the next file immediately. */
type Sent = Reader & { isOver: Promise<void>; pace: Pace; controller: AbortController };

function withSlot(parts: Parts, file: AuthorisedFile, reader: Reader): Promise<Ending> {
  const over = Promise.withResolvers<void>();
  const sent = { ...reader, isOver: over.promise, pace: createPace(), controller: new AbortController() };
  const slot = { ...file.owner, pace: sent.pace, abort: () => sent.controller.abort() };
  closeWhenRevoked(reader.reply, () => isStillAllowed(parts.pipeline, file));
  return withExportSlot(slot, () => send(parts, file, sent)).finally(() => {
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

async function send({ pipeline, database }: Parts, file: AuthorisedFile, sent: Sent): Promise<Ending> {
  const { request, owner, fileName, format } = file;
  const { reply, tracker } = sent;
  const { transact, copy } = database.exportConnection();
  const reader = watchReader(sent);
  let isBegun = false;
  const read = async (ctx: CompanyContext) => {
    const input = readFileRequest(ctx, parseInput(getReportFile, request, ctx.config));
    await takeSlots(ctx.db, owner);
    await prepareLongRead(ctx.db, ctx.company.timeZone);
    const chunks = writeReportFile(ctx, input, { copy, signal: reader.signal, onRows: tracker?.onRows });
    const first = await chunks.next();
    await recordExport(pipeline, ctx, input);
    isBegun = true;
    reply.headers(headersOf(fileName, format));
    await deliver(first, chunks, sent);
    if (input.of === 'payroll') await storeFileExport(ctx, input.filter, ctx.now);
  };
  try {
    // One snapshot for the rights and all rows.
    const attempt = { rule: getReportFile, request, isolation: 'repeatable read' } as const;
    await withAuthorisation({ ...pipeline, transact }, attempt, (ctx) => read(asMember(ctx)));
    return 'whole';
  } catch (error) {
    const isDisconnected = reader.signal.aborted;
    if (!isDisconnected && !isBegun) throw error;
    // Part of the file was sent, or the client has disconnected: the response must not look complete.
    if (!isDisconnected) reply.log.error({ error: String(error) }, 'report file aborted by an error');
    reply.hijack();
    reply.raw.destroy();
    return reader.ended();
  } finally {
    reader.stop();
  }
}

/**
 * In a transaction of its own, committed before the first byte is sent: a file of which a part was sent must not disappear from the
 * log because its client disconnected, which rolls back the transaction that reads the rows.
 */
const recordExport = ({ database }: Pipeline, { company, person }: CompanyContext, input: ReportFileRequest) =>
  shortTransactions(database)(company.id, (db, now) =>
    recordAudit({ db, now }, company.id, [
      { kind: 'report-exported', actorId: person.id, about: input.of, from: input.filter.from, to: input.filter.to },
    ]),
  );

/** Aborts when the client disconnects, reads too slowly or cancels. */
function watchReader({ reply, tracker, controller, pace }: Sent) {
  let ended: Ending = 'failed';
  const onDisconnect = () => {
    ended = 'cancelled';
    controller.abort();
  };
  const onLimit = () => controller.abort();
  // If the client disconnected during the authorisation, `close` was emitted before: without this check the rows would be read for nobody.
  if (reply.raw.destroyed) onDisconnect();
  else reply.raw.once('close', onDisconnect);
  const limit = setTimeout(onLimit, maxFileMinutes * 60_000);
  const paceCheck = setInterval(() => pace.isTooSlow() && onLimit(), 1_000);
  const unwatch = tracker?.watch(onDisconnect);
  return {
    signal: controller.signal,
    ended: () => ended,
    stop: () => {
      clearTimeout(limit);
      clearInterval(paceCheck);
      reply.raw.off('close', onDisconnect);
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
  { reply, isOver, pace, controller }: Sent,
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
  await Promise.race([reading.promise, finished(body), untilAborted(controller.signal)]);
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new Error('The file was aborted.'));
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}
