// Sends a report as it is read: one snapshot, at the pace of whoever takes it, and over as soon as they go. The first rows are
// read before anything is sent, so that what fails there is told as every refusal; what fails later ends the connection, which
// no program takes for a whole file.

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nothing } from '#contract/fields.ts';
import { reportFileEndpoints, reportFileTypes } from '#contract/report-files.ts';
import { longestFileMinutes, mostFilesAtOnce } from '#domain/report-files.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { dispositionOf } from '../http/content-disposition.ts';
import { callOf, refusalsOfError, routeOf } from '../http/endpoints.ts';
import { keepFileExport } from '../payroll/exports.ts';
import type { CompanyContext } from '../request/context.ts';
import { createFairGate } from '../request/fair-semaphore.ts';
import { answer, type Call, type Pipeline } from '../request/pipeline.ts';
import { createKnownOwners } from '../request/recently-judged.ts';
import { refused } from '../request/refused.ts';
import { shortTransactions } from '../request/two-phase.ts';
import { endWithRights } from '../request/while-allowed.ts';
import { writeReportFile } from './file.ts';
import { fileNamed, reportFileHandlers, wantedFile } from './handlers.ts';
import { createPace, type Pace } from './pace.ts';
import { type Following, followPrepared } from './prepared.ts';
import { isAsFar, type Reach, reachOf } from './reach.ts';
import { ensureShare, hasShare, holdSlots, type Owner, oneOfFewFiles, prepareToRead } from './slots.ts';

const { getReportFile, fetchPreparedFile } = reportFileEndpoints;

type Parts = { pipeline: Pipeline; database: Pick<OpenDatabase, 'apart'> };

export function mountReportFiles(app: FastifyInstance, parts: Parts): void {
  const { pipeline } = parts;
  const options = { exposeHeadRoute: false, config: { leavesMark: true } } as const;
  app.get(routeOf(getReportFile.path), options, async (request, reply) => {
    const call = callOf(request, getReportFile, reportFileHandlers.getReportFile, pipeline.config);
    await refuseAgain(call);
    const judged = await judge(pipeline, call);
    await inPlace(parts, judged, { reply });
    return reply;
  });
  app.get(routeOf(fetchPreparedFile.path), options, async (request, reply) => {
    const { call, fileId } = await claim(pipeline, request);
    const following = followPrepared(shortTransactions(pipeline.database), {
      companyId: String(call.path.companyId),
      fileId,
    });
    try {
      const judged = await judge(pipeline, call);
      await following.end(await inPlace(parts, judged, { reply, following }));
      return reply;
    } catch (error) {
      // The page that prepared it tells why; the browser only says that there is no file.
      await following.end('failed', refusalsOfError(error)[0] ?? null);
      throw error;
    }
  });
}

/** Whoever has their share and asks again at once is refused a second later, so that asking without a pause costs others little. */
async function refuseAgain(call: Call): Promise<void> {
  const known = knownOwners.find(call);
  if (!known || hasShare(known)) return;
  await sleep(refusalDelayMs);
  ensureShare(known);
}

const refusalDelayMs = 1_000;

/** From here on it is a request for the file that was asked for then. */
async function claim(pipeline: Pipeline, request: FastifyRequest): Promise<{ call: Call; fileId: string }> {
  const call = callOf(request, fetchPreparedFile, reportFileHandlers.fetchPreparedFile, pipeline.config);
  const { body } = await answer(pipeline, call);
  const { companyId, fileId } = call.path;
  const asked = fetchPreparedFile.output.parse(body);
  const handle = async (ctx: CompanyContext, input: Input) => fileNamed(ctx, input);
  return {
    call: { ...call, endpoint: getReportFile, path: { companyId }, rest: asked, handle },
    fileId: String(fileId),
  };
}

type Input = Parameters<typeof reportFileHandlers.getReportFile>[1];
type Judged = { call: Call; owner: Owner; reach: Reach; fileName: string; format: keyof typeof reportFileTypes };

/** A hundred who ask for files at once keep nobody else from a connection while most of them are refused. */
const fewAtOnce = createFairGate({
  atOnce: mostFilesAtOnce,
  ofCompany: mostFilesAtOnce / 2,
  waiting: { ofCompany: 200, ofPerson: 100, refusal: () => refused('file.busy', { params: { seconds: 5 } }) },
});

const knownOwners = createKnownOwners();

async function judge(pipeline: Pipeline, call: Call): Promise<Judged> {
  const owner = { companyId: '', personId: '' };
  let reach: Reach = { scopes: [], projects: [] };
  const handle = async (ctx: CompanyContext, input: Input) => {
    Object.assign(owner, { companyId: ctx.company.id, personId: ctx.person.id });
    reach = await reachOf(ctx);
    return call.handle(ctx, input);
  };
  // Nobody knows yet whose it is: the line is only as good as what the request says of itself.
  const claimed = { companyId: String(call.path.companyId), personId: call.sessionToken ?? call.client.address };
  const { body } = await fewAtOnce(claimed, () => answer(pipeline, { ...call, handle }));
  knownOwners.remember(call, owner);
  return { call, owner, reach, ...getReportFile.output.parse(body) };
}

/** By the same session or token, and without spending anything. */
async function isStillAllowed(pipeline: Pipeline, { call, reach }: Judged): Promise<boolean> {
  let now: Reach | undefined;
  const handle = async (ctx: CompanyContext, input: Input) => {
    wantedFile(ctx, input);
    now = await reachOf(ctx);
    return null;
  };
  await answer(pipeline, { ...call, endpoint: { ...getReportFile, output: nothing }, handle });
  return now !== undefined && isAsFar(reach, now);
}

type Ended = 'whole' | 'cancelled' | 'failed';
type Reader = { reply: FastifyReply; following?: Following };

/** Whoever has a whole file may ask for the next at once: it ends when the place that it took is free. */
type Sent = Reader & { isOver: Promise<void>; pace: Pace; leaving: AbortController };

function inPlace(parts: Parts, judged: Judged, reader: Reader): Promise<Ended> {
  const over = Promise.withResolvers<void>();
  const sent = { ...reader, isOver: over.promise, pace: createPace(), leaving: new AbortController() };
  const place = { ...judged.owner, pace: sent.pace, leave: () => sent.leaving.abort() };
  endWithRights(reader.reply, () => isStillAllowed(parts.pipeline, judged));
  return oneOfFewFiles(place, () => send(parts, judged, sent)).finally(() => {
    over.resolve();
    endUntaken(reader.reply);
  });
}

/** What is left of a whole file holds no place any more: a little memory and a connection, which are not held for ever either. */
function endUntaken({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), longestRestMs).unref();
  raw.once('close', () => clearTimeout(timer));
}

const longestRestMs = 60_000;

async function send({ pipeline, database }: Parts, judged: Judged, sent: Sent): Promise<Ended> {
  const { call, owner, fileName, format } = judged;
  const { reply, following } = sent;
  const { transact, copy } = database.apart();
  const reader = watchReader(sent);
  let isBegun = false;
  const read = async (ctx: CompanyContext, input: Input) => {
    await holdSlots(ctx.db, owner);
    await prepareToRead(ctx.db, ctx.company.timeZone);
    const reading = { copy, signal: reader.signal, onRows: following?.onRows };
    const chunks = writeReportFile(ctx, wantedFile(ctx, input), reading);
    const first = await chunks.next();
    isBegun = true;
    reply.headers(headersOf(fileName, format));
    await deliver(first, chunks, sent);
    if (input.of === 'payroll') await keepFileExport(ctx, wantedFile(ctx, input).filter, ctx.now);
    return null;
  };
  try {
    await answer(
      { ...pipeline, transact, replica: undefined },
      { ...call, endpoint: { ...getReportFile, output: nothing, isSnapshot: true }, handle: read },
    );
    return 'whole';
  } catch (error) {
    const hasLeft = reader.signal.aborted;
    if (!hasLeft && !isBegun) throw error;
    // Half a file went out, or nobody is there: all that is left is not to let it look like a whole one.
    if (!hasLeft) reply.log.error({ error: String(error) }, 'a file could not be written to its end');
    reply.hijack();
    reply.raw.destroy();
    return reader.ended();
  } finally {
    reader.stop();
  }
}

/** Whether anybody is there, takes it, and wants it. */
function watchReader({ reply, following, leaving, pace }: Sent) {
  let ended: Ended = 'failed';
  const gone = () => {
    ended = 'cancelled';
    leaving.abort();
  };
  const tooLate = () => leaving.abort();
  // Whoever left while the request was judged has closed already: nobody would read the rows, nor end their reading.
  if (reply.raw.destroyed) gone();
  else reply.raw.once('close', gone);
  const limit = setTimeout(tooLate, longestFileMinutes * 60_000);
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
  'content-disposition': dispositionOf(fileName, 'attachment'),
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  // A proxy that gathers it first would hide who has gone.
  'x-accel-buffering': 'no',
});

/** Until everything is read; what is left is sent while the transaction ends. */
async function deliver(
  first: IteratorResult<string | Uint8Array>,
  chunks: AsyncGenerator<string | Uint8Array>,
  { reply, isOver, pace, leaving }: Sent,
): Promise<void> {
  const reading = Promise.withResolvers<void>();
  const rest = async function* () {
    if (!first.done) yield first.value;
    for await (const chunk of chunks) {
      pace.given(chunk.length);
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
