// What somebody unknown may make the server read. A body is read before it can be judged, and a megabyte of fields holds up
// everybody else for a third of a second: whoever sends more than signing up takes is asked first who they are.

import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import { nothing } from '#contract/fields.ts';
import { credentialsOf } from '../identity/credentials.ts';
import { answer, type Pipeline } from '../request/pipeline.ts';

/** Many times what signing up takes; the limit wherever nothing else is said. */
export const strangersBodyLimitBytes = 16_000;

const bodyLimitBytes = 1_000_000;

export const maxBodyBytes = ({ can, largestBodyBytes }: Pick<Endpoint, 'can' | 'largestBodyBytes'>): number =>
  can === 'anyone' ? strangersBodyLimitBytes : (largestBodyBytes ?? bodyLimitBytes);

const somebody = endpoint({
  method: 'GET',
  path: '/somebody',
  summary: 'Whether the request is from anybody',
  can: 'signed-in',
  forTokens: true,
  input: z.strictObject({}),
  output: nothing,
});

export function bodyLimitOf(endpoint: Endpoint, pipeline: Pipeline): RouteShorthandOptions {
  if (endpoint.can === 'anyone') return {};
  return {
    bodyLimit: maxBodyBytes(endpoint),
    onRequest: async (request) => {
      if (isLarge(request)) await ensureSomebody(request, pipeline);
    },
  };
}

/** What does not tell its length may have any. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > strangersBodyLimitBytes;

async function ensureSomebody({ headers, ip }: FastifyRequest, pipeline: Pipeline): Promise<void> {
  await answer(pipeline, {
    endpoint: somebody,
    handle: async () => null,
    path: {},
    rest: {},
    ...credentialsOf(headers, pipeline.config),
    idempotencyKey: null,
    locale: 'en',
    client: { address: ip, userAgent: '' },
  });
}
