// Refusals and errors as `application/problem+json`, in the language of the caller.

import type { z } from 'zod';
import { type Problem, statusOf } from '#contract/problem.ts';
import { isDay } from '#domain/calendar.ts';
import { formatMinutes } from '#domain/duration.ts';
import { numberFormat } from '#domain/intl.ts';
import { type ReasonCode, type Refusal, reasons, refuse } from '#domain/reasons.ts';
import type { Locale } from '#domain/settings.ts';
import { m } from '#locales/messages.js';
import { dateText } from '../mail/dates.ts';

/** A method type, so that messages with typed parameters are assignable; tests/locales.test.ts compares their names. */
type Sentence = { format(params: Record<string, unknown>, options: { locale: Locale }): string }['format'];

const sentences: Record<string, Sentence | undefined> = { ...m };

export function sentenceOf(refusal: Refusal, locale: Locale): string {
  const sentence = sentences[`reason_${refusal.code.replaceAll(/[.-]/g, '_')}`];
  return sentence?.(formatParams(refusal.params ?? {}, locale), { locale }) ?? refusal.code;
}

const formatParams = (params: NonNullable<Refusal['params']>, locale: Locale) => ({
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatParam(name, value, locale)])),
  ...(typeof params.seconds === 'number' ? { wait: waitText(params.seconds, locale) } : {}),
});

/** The value of Retry-After, rounded up. */
function waitText(seconds: number, locale: Locale): string {
  const [unit, size] = seconds <= 90 ? (['second', 1] as const) : (['minute', 60] as const);
  const count = Math.max(1, Math.ceil(seconds / size));
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Formats a parameter for the locale: a number named …Minutes is a duration, and `day` is a date. */
function formatParam(name: string, value: string | number, locale: Locale): string {
  if (typeof value === 'string') return name === 'day' && isDay(value) ? dateText(value, locale) : value;
  return name.endsWith('Minutes') ? formatMinutes(value, locale) : numberFormat(locale).format(value);
}

/** Status and code are those of the first refusal; refusals with a path are listed as errors. */
export function problemOf(refusals: readonly Refusal[], locale: Locale, requestId: string): Problem {
  const first = refusals[0] ?? refuse('server.failed');
  const byField = refusals.filter((refusal) => refusal.path !== undefined);
  const detail = sentenceOf(first, locale);
  return {
    ...first.extra,
    type: `about:blank#${first.code}`,
    title: titleOf(first.code),
    status: statusOf(first.code),
    code: first.code,
    detail,
    requestId,
    ...(byField.length > 0
      ? {
          errors: byField.map((refusal) => ({
            path: refusal.path ?? '',
            code: refusal.code,
            message: sentenceOf(refusal, locale),
          })),
        }
      : {}),
  };
}

const titles = {
  invalid: 'Unprocessable Content',
  malformed: 'Bad Request',
  media: 'Unsupported Media Type',
  misdirected: 'Misdirected Request',
  'signed-out': 'Unauthorized',
  forbidden: 'Forbidden',
  missing: 'Not Found',
  method: 'Method Not Allowed',
  conflict: 'Conflict',
  throttled: 'Too Many Requests',
  failed: 'Internal Server Error',
  unavailable: 'Service Unavailable',
} as const;

const titleOf = (code: ReasonCode): string => titles[reasons[code]];

/** More than any form has fields; bounds the work for a request with thousands of errors. */
const maxRefusals = 200;

/** Converts each validation issue to a refusal with the path of its field. */
export const refusalsOf = (error: z.ZodError): Refusal[] => error.issues.flatMap(refusalsOfIssue).slice(0, maxRefusals);

function refusalsOfIssue(issue: z.core.$ZodIssue): Refusal[] {
  const path = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => refuse('field.unknown', { path: [...issue.path.map(String), key].join('.') }));
    case 'invalid_type':
      if (issue.expected === 'int') return [refuse('field.not-whole', { path })];
      return [refuse(issue.input === undefined || issue.input === null ? 'field.required' : 'field.invalid', { path })];
    case 'invalid_value':
      return [refuse(issue.input === undefined ? 'field.required' : 'field.not-an-option', { path })];
    case 'invalid_format':
      return [refuse(issue.format === 'email' ? 'field.invalid-email' : 'field.invalid', { path })];
    case 'too_small':
      return [tooSmall(issue, path)];
    case 'too_big':
      return [refuse(tooBig(issue), { path, params: { maximum: Number(issue.maximum) } })];
    case 'custom':
      return [refuse(reasonIn(issue.params) ?? 'field.invalid', { path })];
    default:
      return [refuse('field.invalid', { path })];
  }
}

function tooBig({ origin }: z.core.$ZodIssueTooBig): ReasonCode {
  if (origin === 'array') return 'field.too-many';
  return origin === 'string' ? 'field.too-long' : 'field.too-large';
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, path: string): Refusal {
  if (issue.origin === 'array') return refuse('field.select-at-least-one', { path });
  if (issue.origin === 'string')
    return refuse(Number(issue.minimum) <= 1 ? 'field.required' : 'field.too-short', {
      path,
      params: { minimum: Number(issue.minimum) },
    });
  return refuse('field.too-small', { path, params: { minimum: Number(issue.minimum) } });
}

const reasonIn = (params: Record<string, unknown> | undefined): ReasonCode | undefined => {
  const code = params?.code;
  return Object.keys(reasons)
    .filter((key): key is ReasonCode => key in reasons)
    .find((key) => key === code);
};
