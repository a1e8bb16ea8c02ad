// Body size limits. A body is read before the request is authorised, and parsing a megabyte of fields blocks the process for a
// third of a second: a body larger than signing up needs is only read after the session or token was checked.

import type { FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { uploadKinds } from '#contract/uploads.ts';
import { type AccessRule, authorise } from '../request/authorise.ts';
import type { Pipeline } from '../request/pipeline.ts';
import { callerOf } from './incoming-request.ts';

/** Many times what signing up needs; the default limit. */
export const maxAnonymousBodyBytes = 16_000;

const bodyLimitBytes = 1_000_000;

export function maxBodyBytes({ can, upload, maxBodyBytes }: Pick<Endpoint, 'can' | 'upload' | 'maxBodyBytes'>): number {
  if (upload) return uploadKinds[upload].maxBytes;
  return can === 'anyone' ? maxAnonymousBodyBytes : (maxBodyBytes ?? bodyLimitBytes);
}

const signedIn: AccessRule = { method: 'GET', can: 'signed-in', onFreePlan: true, forTokens: true };

export function bodyLimitOf(endpoint: Endpoint, pipeline: Pipeline): RouteShorthandOptions {
  if (endpoint.can === 'anyone') return {};
  return {
    bodyLimit: maxBodyBytes(endpoint),
    onRequest: async (request) => {
      if (isLarge(request)) await authorise(pipeline, signedIn, { ...callerOf(request, pipeline.config), path: {} });
    },
  };
}

/** Without a content length, the body may have any size. */
const isLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxAnonymousBodyBytes;
