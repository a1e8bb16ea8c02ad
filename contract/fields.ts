// The field types that several endpoints share. Every message of zod is replaced by one of our reason codes (contract/problem.ts).

import { z } from 'zod';
import { isDay, isTimeZone, isWallTime } from '#domain/calendar.ts';
import { emailMaximumLength, normalizeEmail, personNameLength } from '#domain/members.ts';
import { isCurrency } from '#domain/money.ts';
import { roles } from '#domain/permissions.ts';
import { locales, themes } from '#domain/settings.ts';
import { hasControls, isVisible } from '#domain/text.ts';

/** No NUL and no lone surrogates: PostgreSQL refuses the first, JSON readers choke on the second. */
const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

/** Of one line: nothing that moves, hides or reverses what stands around it, and something to see. */
const isName = (value: string): boolean =>
  isStorable(value) && !hasControls(value) && (value === '' || isVisible(value));

/** Text of several lines, as it was typed or pasted: marks of direction and controls too, which are isolated where it is shown. */
export const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine(isStorable, { params: { code: 'field.invalid' } });

/** As a browser or a program calls it: cleaned when it is stored, not refused. */
export const fileName = z
  .string()
  .max(1_000)
  .refine(isStorable, { params: { code: 'field.invalid' } });

/** One line, which may be empty. */
export const line = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine(isName, { params: { code: 'field.invalid' } });

/** A name: one line with something in it; spaces around are dropped. */
export const requiredText = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine(isName, { params: { code: 'field.invalid' } });

export const id = z.uuid().toLowerCase().describe('Time-ordered UUID');

export const email = z
  .string()
  .min(1)
  .max(emailMaximumLength)
  .transform(normalizeEmail)
  .pipe(z.email())
  .describe('Email address; compared without case');

export const personName = requiredText(personNameLength.maximum).describe('Name of a person');

export const password = z.string().min(1).max(1_000).describe('Password; the policy is applied after normalisation');

export const code = z.string().min(1).max(200).describe('One-time code from an emailed link');

export const role = z.enum(roles).describe('Role in the company');

export const day = z
  .string()
  .refine(isDay, { params: { code: 'field.invalid-date' } })
  .describe('Company day, YYYY-MM-DD');

export const wallTime = z
  .string()
  .refine(isWallTime, { params: { code: 'field.invalid-date' } })
  .describe('Wall time without zone, to the minute: 2026-11-16T09:00');

export const instant = z.iso.datetime().describe('Instant, ISO 8601 in UTC');

export const offset = z
  .string()
  .regex(/^[+-]\d{2}:\d{2}$/)
  .describe('Offset from UTC that tells which of two equal wall times is meant');

export const timeZone = z
  .string()
  .refine(isTimeZone, { params: { code: 'field.invalid-time-zone' } })
  .describe('IANA time zone');

export const currency = z
  .string()
  .refine(isCurrency, { params: { code: 'field.invalid-currency' } })
  .describe('ISO 4217 currency');

export const money = z
  .object({ amountMinor: z.int().describe('Integer minor units'), currency: z.string() })
  .meta({ id: 'Money' });

export const version = z.int().min(1).describe('Version that the caller looked at');

/** `?a=x` arrives as a string, `?a=x&a=y` as an array: always a list here. */
export const list = <T extends z.ZodType>(item: T, most = 200) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(most));

/** Yes or no in a query, where everything arrives as text. */
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());

export const pageSizes = [10, 25, 50, 100] as const;

export const pageQuery = {
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe('Page number, from 1; absent means the first'),
  cursor: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe(
      'Instead of `page`: the `nextCursor` of the page before, with the same filter and order. Rows that come or go meanwhile hide and repeat no other',
    ),
  pageSize: z.coerce
    .number()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(25)
    .describe('Rows on a page'),
};

/** Beside the rows of a page. */
export const pageAnswer = {
  page: z.int().describe('1 where a cursor was sent'),
  pageSize: z.int(),
  nextCursor: z.string().nullable().describe('Opaque; leads to the rows behind this page. Null on the last one'),
};

export const pageReasons = ['cursor.invalid', 'cursor.with-page'] as const;

/** What was typed into the search of a list: every word must be found, without regard to case and accents. */
export const search = text(100).describe('Words that must all be found; case and accents do not matter');

/** Rows that are equal in the sorted column keep one order too, so that no row stands on two pages. */
export const order = z.enum(['ascending', 'descending']);

export const total = z.int().describe('Rows in the whole filter');

/** More than anybody reads; the search finds the rest. */
export const maxChoicesShown = 50;

const maxChosenIds = 200;

/** What a picker asks: what was typed, and the ids whose names it shows whatever was typed. */
export const choiceQuery = {
  search: search.optional(),
  ids: list(id, maxChosenIds).optional().describe('Chosen ones to name; unknown ids are left out'),
};

/** The first that fit, in the order of their names; `chosen` are those of `ids`, whether or not they fit. */
export const choices = <T extends z.ZodType>(choice: T) => ({
  found: z.array(choice).max(maxChoicesShown),
  chosen: z.array(choice).max(maxChosenIds),
  hasMore: z.boolean().describe('More fit: the search has to say more'),
});

export const settings = z
  .strictObject({
    theme: z.enum(themes),
    locale: z.enum(locales),
    shortcuts: z.boolean().optional().describe('Whether single letters act as shortcuts; absent: they do'),
  })
  .meta({ id: 'Settings' });

export const chosenSettings = settings
  .partial()
  .describe('What the person has chosen. Without a theme, the browser follows the system')
  .meta({ id: 'ChosenSettings' });

export const nothing = z.null().describe('No content');

export const companyPath = { companyId: id };
