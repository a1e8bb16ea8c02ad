// The HTTP layer: mounts the endpoint table, checks the origin of writing requests, and turns every outcome into a response.
// Refusals keep their reason, a lost database connection is 503, every other error is 500.

import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { apiPrefix, endpoints } from '#contract/index.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import type { Config } from '../config/config.ts';
import { InexactNumber } from '../db/inexact-number.ts';
import { cookiesOf } from '../identity/cookie.ts';
import { bearerOf } from '../identity/credentials.ts';
import { constraintRefusal } from '../request/constraint.ts';
import { handleRequest } from '../request/handle-request.ts';
import { JsonText } from '../request/json-text.ts';
import type { HandlerTable, Pipeline } from '../request/pipeline.ts';
import { problemOf } from '../request/problem.ts';
import { RefusalError } from '../request/refused.ts';
import { UnconfirmedError } from '../request/two-phase.ts';
import { bodyLimitOf } from './body-limit.ts';
import { localeOf, requestOf } from './incoming-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name in the contract, by which the duration is measured; null for a stream without end. */
    endpoint?: string | null;
    /** A GET that is rate-limited or works only once: other sites must not be able to trigger it. */
    hasSideEffects?: true;
  }
  interface FastifyRequest {
    /** The reason with which the request was refused. */
    refusalCode: string | null;
  }
}

/** Fastify writes parameters as `:name`, the contract and OpenAPI as `{name}`. */
export const routeOf = (path: string): string => apiPrefix + path.replaceAll(/\{(\w+)\}/g, ':$1');

export function mountEndpoints(app: FastifyInstance, pipeline: Pipeline, handlers: HandlerTable): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const handle = handlers[name];
    if (!handle) throw new Error(`The endpoint ${name} has no handler.`);
    if (endpoint.file || endpoint.upload) continue;
    app.route({
      method: endpoint.method,
      url: routeOf(endpoint.path),
      config: { endpoint: name },
      ...bodyLimitOf(endpoint, pipeline),
      handler: async (request, reply) => {
        const call = { ...requestOf(request, endpoint, pipeline.config), endpoint, handle };
        const { status, body, isReplay, ...cookies } = await handleRequest(pipeline, call);
        reply.header('cache-control', 'no-store');
        if (isReplay) reply.header('idempotent-replayed', 'true');
        for (const cookie of cookiesOf(cookies, pipeline.config)) reply.header('set-cookie', cookie);
        if (body instanceof JsonText) return sendJsonText(reply, body);
        return body === null ? reply.code(204).send() : reply.code(status).send(body);
      },
    });
  }
}

const sendJsonText = (reply: FastifyReply, { chunks, bytes }: JsonText): FastifyReply =>
  reply.type('application/json; charset=utf-8').header('content-length', bytes).send(Readable.from(chunks));

/**
 * CSRF protection: a browser request that writes or has a side effect must come from our own pages. Browsers send
 * Sec-Fetch-Site or at least Origin; a client that sends neither has no cookies of a victim, and a request with a bearer
 * token is not authorised by cookies.
 */
export function crossSiteRefusal(request: FastifyRequest, config: Config): Refusal | null {
  if (isReading(request)) return null;
  if (bearerOf(request.headers.authorization) !== null) return null;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return null;
  const { origin } = request.headers;
  if (site === undefined && origin === undefined) return null;
  const isOurs = origin === config.baseUrl || (origin !== undefined && hostOf(origin) === request.headers.host);
  return isOurs && site === undefined ? null : refuse('request.cross-site');
}

const isReading = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && !routeOptions.config.hasSideEffects;

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusals: readonly Refusal[]): FastifyReply {
  const problem = problemOf(refusals, localeOf(request), request.id);
  request.refusalCode = problem.code;
  const seconds = refusals[0]?.params?.seconds;
  if (problem.status === 429 || problem.status === 503) reply.header('retry-after', String(seconds ?? 1));
  if (problem.status === 401) reply.header('www-authenticate', challengeOf(problem.code));
  return reply.code(problem.status).type('application/problem+json').header('cache-control', 'no-store').send(problem);
}

/** RFC 6750: how to authenticate, and whether the token was the problem. Browsers show no dialog for bearer tokens. */
const challengeOf = (code: string): string =>
  code === 'token.not-usable' ? 'Bearer realm="Daybook", error="invalid_token"' : 'Bearer realm="Daybook"';

/** Maps any exception to reasons of the domain. */
export function refusalsOfError(error: unknown): readonly Refusal[] {
  if (error instanceof RefusalError) return error.refusals;
  if (error instanceof UnconfirmedError) return unconfirmed(refusalsOfError(error.cause));
  if (error instanceof InexactNumber) return [refuse('sum.too-large')];
  const raced = constraintRefusal(error);
  if (raced) return [raced];
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return [refuse('request.too-large')];
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return [refuse('request.unsupported-type')];
  if (code.startsWith('FST_ERR_CTP') || error instanceof SyntaxError) return [refuse('request.not-json')];
  if (error instanceof Error && 'statusCode' in error && error.statusCode === 403) return [refuse('route.unknown')];
  if (code === 'FST_ERR_BAD_URL') return [refuse('route.unknown')];
  if (code.startsWith('FST_ERR_')) return [refuse('field.invalid')];
  return [refuse(isOutage(code, error) ? 'server.unavailable' : 'server.failed')];
}

/** "Nothing was changed" would be untrue. */
const unconfirmed = (refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.some(({ code }) => code === 'server.failed') ? [refuse('server.unconfirmed')] : refusals;

/** Lost connections; a starting, stopping, read-only or full database; statement timeouts: temporary errors. */
const isOutage = (code: string, error: unknown): boolean =>
  /^(08|25006|53|55000|55P03|57|58|XX|40001|40P01)/.test(code) ||
  /^E(CONN|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|AI_AGAIN|AGAIN|NOSPC|DQUOT|MFILE|NFILE)/.test(code) ||
  (error instanceof Error && /timeout|terminated|Connection|not queryable/.test(error.message) && code === '');

/**
 * Browsers open connections in advance. Node counts one without any request as busy, so that it would delay the shutdown
 * until the header timeout.
 */
export function dropUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
