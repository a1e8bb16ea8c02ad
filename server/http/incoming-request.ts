// Turns an HTTP request into what the pipeline handles.

import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { refuse } from '#domain/reasons.ts';
import { isLocale, type Locale } from '#domain/settings.ts';
import type { Config } from '../config/config.ts';
import { credentialsOf } from '../identity/credentials.ts';
import type { ApiRequest } from '../request/call.ts';
import { RefusalError } from '../request/refused.ts';
import { isJsonObject } from './strict-json.ts';

/** A request of an endpoint. */
export function requestOf(request: FastifyRequest, endpoint: Endpoint, config: Config): ApiRequest {
  const hasBody =
    !endpoint.upload && (endpoint.method === 'POST' || endpoint.method === 'PATCH' || endpoint.method === 'PUT');
  const body = request.body ?? {};
  if (hasBody && !isJsonObject(body)) throw new RefusalError([refuse('request.not-json')]);
  const rest = hasBody ? body : request.query;
  return {
    ...callerOf(request, config),
    rest: isJsonObject(rest) ? rest : {},
    idempotencyKey: keyOf(request.headers['idempotency-key']),
  };
}

/** Who makes a request, without its query, body and idempotency key: enough to authorise it. */
export const callerOf = (request: FastifyRequest, config: Config): ApiRequest => ({
  path: isJsonObject(request.params) ? { ...request.params } : {},
  rest: {},
  ...credentialsOf(request.headers, config),
  idempotencyKey: null,
  onlyFor: request.headers['daybook-person']?.toString() ?? null,
  locale: localeOf(request),
  client: { address: request.ip, userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300) },
});

function keyOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header === '') return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(header))
    throw new RefusalError([refuse('field.invalid', { path: 'idempotency-key' })]);
  return header;
}

/** The first supported language of Accept-Language; quality values are ignored. */
export function localeOf(request: FastifyRequest): Locale {
  const wanted = String(request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLocale) ?? 'en';
}
