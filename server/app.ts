// Builds the HTTP application: the endpoint table, live updates, health checks, the built pages.
// Every route is listed here or in the endpoint table; tests compare both with what is mounted.

import 'temporal-polyfill/global';
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { apiPrefix } from '#contract/index.ts';
import { openArchives } from './archive/import-by-admin.ts';
import { mountArchive } from './archive/send.ts';
import { mountBillingEvents } from './billing/events.ts';
import type { Config } from './config/config.ts';
import type { OpenDatabase } from './db/connect.ts';
import { mountDemo } from './demo.ts';
import { handlers } from './handlers.ts';
import { maxAnonymousBodyBytes } from './http/body-limit.ts';
import { rejectExpectations, sendClientError } from './http/client-error.ts';
import { mountDevMail } from './http/dev-mail.ts';
import {
  crossSiteRefusal,
  dropUnusedConnections,
  mountEndpoints,
  refusalsOfError,
  sendProblem,
} from './http/endpoints.ts';
import { mountHealth } from './http/health.ts';
import { unknownHostRefusal } from './http/hosts.ts';
import { listMethods, rejectQueryMethod, sendUnrouted } from './http/methods.ts';
import { openapi } from './http/openapi.ts';
import { mountPages, withReadablePath } from './http/pages.ts';
import { endSlowBodies, type RequestLimits, requestLimitOptions } from './http/request-limits.ts';
import { securityHeaders } from './http/security-headers.ts';
import { mountShutdown } from './http/shutdown.ts';
import { readStrictJson } from './http/strict-json.ts';
import { mountLive } from './live/endpoint.ts';
import { type LiveLimits, startLive } from './live/live.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import { measureRequests } from './metrics/requests.ts';
import { mountOneClick } from './notices/one-click-unsubscribe.ts';
import { mountDownload } from './personal-data/download.ts';
import { openBilling } from './ports/billing/open.ts';
import { openReceipts } from './ports/receipts/open.ts';
import { mountFiles } from './receipts/file-endpoints.ts';
import { mountReportFiles } from './report-files/send.ts';
import type { ReportProcess } from './report-process/process.ts';
import { createHashing, type HashCost } from './request/hashing.ts';
import { logRefusals } from './request/refusal-log.ts';
import { UnconfirmedError } from './request/two-phase.ts';
import { mountPublishedKeys } from './tokens/signing-keys.ts';
import type { RequestTracer } from './tracing/open-telemetry.ts';
import { traceRequests } from './tracing/requests.ts';

export type AppParts = {
  config: Config;
  database: OpenDatabase;
  log: Log;
  liveLimits?: LiveLimits;
  requestLimits?: RequestLimits;
  /** Timeout between two chunks of the receipt store. */
  receiptStallMs?: number;
  hashCost?: HashCost;
  /** Stopped by the caller that started it. */
  reportProcess?: ReportProcess;
  metrics?: Metrics | undefined;
  tracer?: RequestTracer | undefined;
  /** Aborted when the process receives a signal to stop. */
  stopping?: AbortSignal;
  /** Aborted when another process takes over the connections. */
  retiring?: AbortSignal;
};

export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, database, log, metrics, tracer, stopping, retiring } = parts;
  const app = createServer(parts);
  if (metrics) measureRequests(app, metrics);
  if (tracer) traceRequests(app, tracer);
  const pipeline = await openPipeline(parts);
  const live = await startLive(database.direct, log, parts.liveLimits);
  metrics?.watchStreams(live.countOpen);
  rejectExpectations(app.server, () => securityHeaders(config));
  const methodsOf = listMethods(app);
  rejectQueryMethod(app, methodsOf);
  readStrictJson(app);
  mountShutdown(app, [stopping, retiring]);
  endSlowBodies(app, securityHeaders(config), parts.requestLimits);
  app.addHook('preClose', () => live.close());
  retiring?.addEventListener('abort', live.retire);
  dropUnusedConnections(app);
  sendErrors(app, config);

  mountEndpoints(app, pipeline, handlers);
  await mountFiles(app, pipeline, handlers);
  mountReportFiles(app, { pipeline, database });
  mountArchive(app, { pipeline, database });
  mountLive(app, pipeline, live);
  mountDownload(app, pipeline);
  await mountBillingEvents(app, { database, billing: pipeline.billing, log });
  mountDocument(app, config);
  app.all(`${apiPrefix}/*`, { exposeHeadRoute: false }, (request, reply) => sendUnrouted(request, reply, methodsOf));
  mountPublishedKeys(app, pipeline);
  mountHealth(app, database, stopping);
  await mountOneClick(app, { config, database });
  mountDevMail(app, { config, database });
  await mountPages(app, config, methodsOf);
  if (config.isDemo) await mountDemo(app, pipeline);
  return app;
}

/** Generated for the first request: no start waits for it. */
function mountDocument(app: FastifyInstance, { baseUrl }: Config): void {
  let document: ReturnType<typeof openapi> | undefined;
  app.get(`${apiPrefix}/openapi.json`, () => {
    document ??= openapi(baseUrl);
    return document;
  });
}

/** Answers requests of other hosts and sites before anything else. */
function createServer({ config, log, requestLimits }: AppParts): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(config.trustProxy),
    bodyLimit: maxAnonymousBodyBytes,
    ...requestLimitOptions(requestLimits),
    clientErrorHandler: (error, socket) => sendClientError(error, socket, securityHeaders(config)),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Our own response is more helpful: server/http/shutdown.ts.
    return503OnClosing: false,
    rewriteUrl: withReadablePath,
    // A malformed URL of the API reaches no hook and no route.
    frameworkErrors: (error, request, reply) =>
      sendProblem(request, reply.headers(securityHeaders(config)), refusalsOfError(error)),
  });
  app.decorateRequest('refusalCode', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config));
    reply.header('x-request-id', request.id);
    const { takesCrossSite = false } = request.routeOptions.config;
    const refusal = unknownHostRefusal(request, config) ?? (takesCrossSite ? null : crossSiteRefusal(request, config));
    if (refusal) return sendProblem(request, reply, [refusal]);
  });
  return app;
}

async function openPipeline({ config, database, hashCost, reportProcess, receiptStallMs }: AppParts) {
  const { app, transact, transactHeavy, replica, ownerPool } = database;
  const hashing = createHashing(hashCost);
  const billing = await openBilling(config);
  const receipts = await openReceipts(config);
  const databases = { database: app, transact, transactHeavy, replica };
  const archives = openArchives({ ownerPool, receipts });
  return { ...databases, archives, reportProcess, config, hashing, billing, receipts, receiptStallMs };
}

function sendErrors(app: FastifyInstance, config: Config): void {
  app.setErrorHandler((error, request, reply) => {
    const refusals = refusalsOfError(error);
    logRefusals(request, refusals, config);
    // A race that every attempt lost is answered as a conflict; the log names the constraint.
    const isServerError = refusals.some(({ code }) => loggedReasons.some((one) => one === code));
    // The error of a provider is the cause of a refusal, which itself only says what to do.
    const isProviderError = error instanceof Error && error.cause instanceof Error;
    if (isServerError || isProviderError)
      request.log.error(
        { error: loggableError(error), requestId: request.id, route: request.routeOptions.url },
        'request failed',
      );
    return sendProblem(request, reply, refusals);
  });
}

const loggedReasons = [
  'server.failed',
  'server.unconfirmed',
  'server.unavailable',
  'request.changed-meanwhile',
] as const;

/** Message, stack and code. Other properties of a database error, such as `detail`, quote rows: names, addresses. */
const loggableError = (failure: unknown) => {
  const error = failure instanceof UnconfirmedError ? failure.cause : failure;
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack, cause } = error;
  const provider = cause instanceof Error ? { provider: cause.message } : {};
  return { message, stack, ...provider, ...('code' in error ? { code: error.code } : {}) };
};

/** A number of hops, a list of addresses, or false. */
const trustProxyOption = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;
