// Sends a report as it is read: one snapshot, at the pace of whoever takes it, and over as soon as they go. The first rows are
// read before anything is sent, so that what fails there is told as every refusal; what fails later ends the connection, which
// no program takes for a whole file.

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nothing } from '#contract/fields.ts';
import { reportFileEndpoints, reportFileTypes } from '#contract/report-files.ts';
import { longestFileMinutes, longestStallSeconds } from '#domain/report-files.ts';
import type { CompanyContext } from '../context.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { dispositionOf } from '../disposition.ts';
import { callOf, routeOf } from '../http.ts';
import { answer, type Call, type Pipeline } from '../pipeline.ts';
import { writeReportFile } from './file.ts';
import { reportFileHandlers, wantedFile } from './handlers.ts';
import { holdSlots, oneOfFewFiles, prepareToRead } from './slots.ts';

const endpoint = reportFileEndpoints.getReportFile;

type Parts = { pipeline: Pipeline; database: Pick<OpenDatabase, 'apart'> };

export function mountReportFiles(app: FastifyInstance, { pipeline, database }: Parts): void {
  app.get(routeOf(endpoint.path), { exposeHeadRoute: false }, async (request, reply) => {
    const judged = await judge(pipeline, request);
    const place = Promise.withResolvers<void>();
    const sent = { reply, isOver: place.promise };
    await oneOfFewFiles(judged.personId, () => send({ pipeline, database }, judged, sent)).finally(place.resolve);
    return reply;
  });
}

type Judged = { call: Call; personId: string; fileName: string; format: keyof typeof reportFileTypes };

async function judge(pipeline: Pipeline, request: FastifyRequest): Promise<Judged> {
  let personId = '';
  const handle = async (ctx: CompanyContext, input: Parameters<typeof reportFileHandlers.getReportFile>[1]) => {
    personId = ctx.person.id;
    return reportFileHandlers.getReportFile(ctx, input);
  };
  const call = callOf(request, endpoint, handle, pipeline.config);
  const { body } = await answer(pipeline, call);
  return { call, personId, ...endpoint.output.parse(body) };
}

/** Whoever has a whole file may ask for the next at once: it ends when the place that it took is free. */
type Sent = { reply: FastifyReply; isOver: Promise<void> };

async function send({ pipeline, database }: Parts, { call, fileName, format }: Judged, { reply, isOver }: Sent) {
  const { transact, copy } = database.apart();
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  reply.raw.once('close', leave);
  const limit = setTimeout(leave, longestFileMinutes * 60_000);
  let isBegun = false;
  const read = async (ctx: CompanyContext, input: Parameters<typeof wantedFile>[1]) => {
    await holdSlots(ctx.db, ctx.person.id);
    await prepareToRead(ctx.db, ctx.company.timeZone);
    const chunks = writeReportFile(ctx, wantedFile(ctx, input), { copy, signal: leaving.signal });
    const first = await chunks.next();
    isBegun = true;
    await deliver(first, chunks, { reply: reply.headers(headersOf(fileName, format)), isOver, leave });
    return null;
  };
  try {
    await answer(
      { ...pipeline, transact, replica: undefined },
      { ...call, endpoint: { ...endpoint, output: nothing, isSnapshot: true }, handle: read },
    );
  } catch (error) {
    const hasLeft = leaving.signal.aborted;
    if (!hasLeft && !isBegun) throw error;
    // Half a file went out, or nobody is there: all that is left is not to let it look like a whole one.
    if (!hasLeft) reply.log.error({ error: String(error) }, 'a file could not be written to its end');
    reply.hijack();
    reply.raw.destroy();
  } finally {
    clearTimeout(limit);
    reply.raw.off('close', leave);
  }
}

const headersOf = (fileName: string, format: keyof typeof reportFileTypes) => ({
  'cache-control': 'no-store',
  'content-type': reportFileTypes[format],
  'content-disposition': dispositionOf(fileName, 'attachment'),
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
});

/** Until everything is read; what is left is sent while the transaction ends. */
async function deliver(
  first: IteratorResult<string | Uint8Array>,
  chunks: AsyncGenerator<string | Uint8Array>,
  { reply, isOver, leave }: Sent & { leave: () => void },
): Promise<void> {
  const stall = setTimeout(leave, longestStallSeconds * 1_000);
  const reading = Promise.withResolvers<void>();
  const rest = async function* () {
    if (!first.done) yield first.value;
    for await (const chunk of chunks) {
      stall.refresh();
      yield chunk;
    }
    reading.resolve();
    await isOver;
  };
  const body = Readable.from(rest(), { objectMode: false, highWaterMark: 64_000 });
  try {
    reply.send(body);
    await Promise.race([reading.promise, finished(body)]);
  } finally {
    clearTimeout(stall);
  }
}
