// The field types that several endpoints share. Every message of zod is replaced by one of our reason codes (contract/problem.ts).

import { z } from 'zod';
import { isDay, isTimeZone, isWallTime } from '#domain/calendar.ts';
import { emailMaximumLength, normalizeEmail, personNameLength } from '#domain/members.ts';
import { isCurrency } from '#domain/money.ts';
import { roles } from '#domain/permissions.ts';
import { locales, themes } from '#domain/settings.ts';

/** No NUL and no lone surrogates: PostgreSQL refuses the first, JSON readers choke on the second. */
const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

export const text = (maximum: number) =>
  z
    .string()
    .max(maximum)
    .refine(isStorable, { params: { code: 'field.invalid' } });

/** Text with something in it; spaces around are dropped. */
export const requiredText = (maximum: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine(isStorable, { params: { code: 'field.invalid' } });

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
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Page number, from 1'),
  pageSize: z.coerce
    .number()
    .pipe(z.union(pageSizes.map((size) => z.literal(size))))
    .default(25)
    .describe('Rows on a page'),
};

/** What was typed into the search of a list: every word must be found, without regard to case and accents. */
export const search = text(100).describe('Words that must all be found; case and accents do not matter');

/** Rows that are equal in the sorted column keep one order too, so that no row stands on two pages. */
export const order = z.enum(['ascending', 'descending']);

export const total = z.int().describe('Rows in the whole filter');

/** What a picker asks: what was typed, and the ids whose names it shows whatever was typed. */
export const choiceQuery = {
  search: search.optional(),
  ids: list(id).optional().describe('Chosen ones to name; unknown ids are left out'),
};

/** The first that fit, in the order of their names; `chosen` are those of `ids`, whether or not they fit. */
export const choices = <T extends z.ZodType>(choice: T) => ({
  found: z.array(choice),
  chosen: z.array(choice),
  hasMore: z.boolean().describe('More fit: the search has to say more'),
});

export const settings = z.strictObject({ theme: z.enum(themes), locale: z.enum(locales) }).meta({ id: 'Settings' });

export const nothing = z.null().describe('No content');

export const companyPath = { companyId: id };
