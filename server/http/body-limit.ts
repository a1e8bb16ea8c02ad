// Body size limits. A body is read before the request is authorised, and parsing a megabyte of fields blocks the process for a
// third of a second: a body larger than signing up needs is only read after the session or token was checked.

import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { noContent } from '#contract/fields.ts';
import { credentialsOf } from '../identity/credentials.ts';
import { handleRequest, type Pipeline } from '../request/pipeline.ts';

/** Many times what signing up needs; the default limit. */
export const maxAnonymousBodyBytes = 16_000;

const bodyLimitBytes = 1_000_000;

export const maxBodyBytes = ({ can, maxBodyBytes }: Pick<Endpoint, 'can' | 'maxBodyBytes'>): number =>
  can === 'anyone' ? maxAnonymousBodyBytes : (maxBodyBytes ?? bodyLimitBytes);

const signedInCheck = endpoint({
  method: 'GET',
  path: '/somebody',
  summary: 'Whether the request is signed in',
  can: 'signed-in',
  forTokens: true,
  input: z.strictObject({}),
  output: noContent,
});

export function bodyLimitOf(endpoint: Endpoint, pipeline: Pipeline): RouteShorthandOptions {
  if (endpoint.can === 'anyone') return {};
  return {
    bodyLimit: maxBodyBytes(endpoint),
    onRequest: async (request) => {
      if (isLarge(request)) await ensureSignedIn(request, pipeline);
    },
  };
}

/** Without a content length, the body may have any size. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxAnonymousBodyBytes;

async function ensureSignedIn({ headers, ip }: FastifyRequest, pipeline: Pipeline): Promise<void> {
  await handleRequest(pipeline, {
    endpoint: signedInCheck,
    handle: async () => null,
    path: {},
    rest: {},
    ...credentialsOf(headers, pipeline.config),
    idempotencyKey: null,
    locale: 'en',
    client: { address: ip, userAgent: '' },
  });
}
