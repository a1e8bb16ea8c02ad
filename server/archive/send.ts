// "Export everything" of the settings: streams the archive of a company to its admin. The tables are read in one snapshot at the pace of
// the client, for at most as long as a report file; the receipts afterwards, without a transaction. Rights are checked again with the
// rows and while the file is sent (decision 067). An error closes the connection, so that the file never looks complete.

import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CompiledQuery } from 'kysely';
import { archiveEndpoints } from '#contract/archive.ts';
import { archiveType } from '#domain/archives.ts';
import { maxFileMinutes } from '#domain/report-files.ts';
import type { OpenDatabase } from '../db/connect.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { routeOf } from '../http/endpoints.ts';
import { requestOf } from '../http/incoming-request.ts';
import { createPace, type Pace } from '../report-files/pace.ts';
import { type FileOwner, prepareLongRead, takeSlots, withExportSlot } from '../report-files/slots.ts';
import { recordAudit } from '../request/audit.ts';
import { authorise, parseInput, withAuthorisation } from '../request/authorise.ts';
import type { ApiRequest } from '../request/call.ts';
import { closeWhenRevoked } from '../request/close-when-revoked.ts';
import { asMember, type CompanyContext } from '../request/context.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { shortTransactions } from '../request/short-transactions.ts';
import { requestArchive } from './handlers.ts';
import { type WrittenArchive, writeArchive } from './write-archive.ts';

const { exportCompany } = archiveEndpoints;

type Parts = { pipeline: Pipeline; database: Pick<OpenDatabase, 'exportConnection'> };
type Archive = { request: ApiRequest; owner: FileOwner; fileName: string };
type Sending = { reply: FastifyReply; pace: Pace; controller: AbortController };

export function mountArchive(app: FastifyInstance, parts: Parts): void {
  const { pipeline } = parts;
  const options = { exposeHeadRoute: false, config: { endpoint: 'exportCompany', hasSideEffects: true } } as const;
  app.get(routeOf(exportCompany.path), options, async (http, reply) => {
    const archive = await authoriseArchive(pipeline, requestOf(http, exportCompany, pipeline.config));
    closeWhenRevoked(reply, async () => {
      await authorise(pipeline, exportCompany, archive.request);
      return true;
    });
    const sending: Sending = { reply, pace: createPace(), controller: new AbortController() };
    const slot = { ...archive.owner, pace: sending.pace, abort: () => sending.controller.abort() };
    await withExportSlot(slot, () => send(parts, archive, sending));
    return reply;
  });
}

const authoriseArchive = (pipeline: Pipeline, request: ApiRequest): Promise<Archive> =>
  withAuthorisation(pipeline, { rule: exportCompany, request }, async (ctx) => {
    const member = asMember(ctx);
    parseInput(exportCompany, request, ctx.config);
    const { fileName } = await requestArchive(member);
    return { request, owner: { companyId: member.company.id, personId: member.person.id }, fileName };
  });

async function send(parts: Parts, archive: Archive, sending: Sending): Promise<void> {
  const { reply, controller } = sending;
  const unwatch = watchReader(sending);
  const started: { archive?: WrittenArchive } = {};
  try {
    await readTables(parts, archive, sending, started);
    unwatch.limit();
    await started.archive?.written;
  } catch (error) {
    const isDisconnected = controller.signal.aborted;
    if (!isDisconnected && !started.archive) throw error;
    if (!isDisconnected) reply.log.error({ error: String(error) }, 'archive aborted by an error');
    reply.hijack();
    reply.raw.destroy();
  } finally {
    unwatch.all();
  }
}

/** Resolves when all rows are read and the transaction has ended. */
async function readTables(
  { pipeline, database }: Parts,
  { request, owner, fileName }: Archive,
  sending: Sending,
  started: { archive?: WrittenArchive },
): Promise<void> {
  const { transact, copyCsv } = database.exportConnection();
  const attempt = { rule: exportCompany, request, isolation: 'repeatable read' } as const;
  await withAuthorisation({ ...pipeline, transact }, attempt, async (ctx) => {
    const { db, company, now } = asMember(ctx);
    await takeSlots(db, owner);
    await prepareLongRead(db, 'UTC');
    await recordExport(pipeline, asMember(ctx));
    const archive = writeArchive({
      query: async (text, values = []) => db.executeQuery(CompiledQuery.raw(text, [...values])),
      copy: copyCsv,
      companyId: company.id,
      receipts: pipeline.receipts,
      now,
      signal: sending.controller.signal,
    });
    started.archive = archive;
    sending.reply.headers({
      'cache-control': 'no-store',
      'content-type': archiveType,
      'content-disposition': contentDisposition(fileName, 'attachment'),
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      // A buffering proxy would hide that the client has disconnected.
      'x-accel-buffering': 'no',
    });
    const body = Readable.from(paced(archive.content, sending.pace), { objectMode: false, highWaterMark: 64_000 });
    sending.reply.send(body);
    await Promise.race([archive.tablesRead, finished(body)]);
  });
}

async function* paced(content: Readable, pace: Pace): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    pace.sent(chunk.length);
    yield chunk;
    pace.taken();
  }
}

/** In a transaction of its own, committed before the first byte is sent, as for report files. */
const recordExport = ({ database }: Pipeline, { company, person }: CompanyContext) =>
  shortTransactions(database)(company.id, (db, now) =>
    recordAudit({ db, now }, company.id, [{ kind: 'report-exported', actorId: person.id, about: 'archive' }]),
  );

/** Aborts when the client disconnects or reads too slowly; `limit` ends the limit of time. */
function watchReader({ reply, pace, controller }: Sending) {
  const abort = () => controller.abort();
  if (reply.raw.destroyed) abort();
  else reply.raw.once('close', abort);
  const limit = setTimeout(abort, maxFileMinutes * 60_000);
  const paceCheck = setInterval(() => pace.isTooSlow() && abort(), 1_000);
  return {
    limit: () => clearTimeout(limit),
    all: () => {
      clearTimeout(limit);
      clearInterval(paceCheck);
      reply.raw.off('close', abort);
    },
  };
}
