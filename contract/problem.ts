// The format of errors: RFC 9457 `application/problem+json` with our stable `code`, and the table from kind to status.

import { z } from 'zod';
import { type ReasonKind, reasons } from '#domain/reasons.ts';
import { unlimited } from './fields.ts';

export const statusOfKind = {
  invalid: 422,
  malformed: 400,
  media: 415,
  misdirected: 421,
  'signed-out': 401,
  forbidden: 403,
  missing: 404,
  method: 405,
  conflict: 409,
  throttled: 429,
  failed: 500,
  unavailable: 503,
} as const satisfies Record<ReasonKind, number>;

export const statusOf = (code: keyof typeof reasons): number => statusOfKind[reasons[code]];

export const fieldError = z.object({
  path: z.string().describe('Name of the field; `tasks.0.name` inside lists'),
  code: z.string(),
  message: z.string().describe('Message in the language of the caller'),
});

export const problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string().describe('Message in the language of the caller'),
    requestId: z.string(),
    errors: unlimited(fieldError, 'every invalid field of the request').optional(),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
