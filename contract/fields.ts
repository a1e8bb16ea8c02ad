// Field types shared by several endpoints. The server maps every zod issue to one of our reason codes (server/request/problem.ts).

import { z } from 'zod';
import { isDay, isTimeZone, isWallTime } from '#domain/calendar.ts';
import { noClient } from '#domain/clients.ts';
import { maxEmailLength, maxPersonNameLength, normalizeEmail } from '#domain/members.ts';
import { isCurrency } from '#domain/money.ts';
import { roles } from '#domain/permissions.ts';
import { type ReasonCode, reasons } from '#domain/reasons.ts';
import { clocks, dateFormats, densities, locales, themes, timings } from '#domain/settings.ts';
import { isTagName, tagNameOf } from '#domain/tag-names.ts';
import { maxTagNameLength, maxTagsPerWorklog, noTag } from '#domain/tags.ts';
import { hasHiddenCharacters, isVisible, singleSpaced } from '#domain/text.ts';

/** No NUL, which PostgreSQL refuses, and no lone surrogates, which break JSON parsers. */
const isStorable = (value: string): boolean => !value.includes('\u0000') && value.isWellFormed();

/** One visible line without characters that hide, move or reverse the surrounding text. */
const isName = (value: string): boolean =>
  isStorable(value) && !hasHiddenCharacters(value) && (value === '' || isVisible(value));

/** Text of several lines as it was typed or pasted. Control characters and direction marks are allowed; they are isolated where the text is shown. */
export const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine(isStorable, { params: { code: 'field.invalid' } });

/** A file name as the client sends it; it is sanitised when stored instead of refused. */
export const fileName = z
  .string()
  .max(1_000)
  .refine(isStorable, { params: { code: 'field.invalid' } });

/** One line, possibly empty; surrounding spaces and direction marks are removed, and several spaces become one. */
export const line = (maxLength: number) =>
  z
    .string()
    .overwrite(singleSpaced)
    .max(maxLength)
    .refine(isName, { params: { code: 'field.invalid' } });

/** A non-empty line, such as a name. */
export const requiredText = (maxLength: number) =>
  z
    .string()
    .overwrite(singleSpaced)
    .min(1)
    .max(maxLength)
    .refine(isName, { params: { code: 'field.invalid' } });

export const id = z.uuid().toLowerCase().describe('Time-ordered UUID');

export const email = z
  .string()
  .min(1)
  .max(maxEmailLength)
  .transform(normalizeEmail)
  .pipe(z.email())
  .describe('Email address; compared without case');

export const personName = requiredText(maxPersonNameLength).describe('Name of a person');

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
  .describe('Offset from UTC that says which of two equal wall times is meant');

export const timeZone = z
  .string()
  .refine(isTimeZone, { params: { code: 'field.invalid-time-zone' } })
  .describe('IANA time zone');

/** In answers: one that an earlier release stored may be no longer accepted. */
export const storedTimeZone = z.string().describe('IANA time zone');

export const currency = z
  .string()
  .refine(isCurrency, { params: { code: 'field.invalid-currency' } })
  .describe('ISO 4217 currency');

/** A list of an answer that nothing limits; the API document says why. */
export const unlimited = <T extends z.ZodType>(item: T, reason: string) =>
  z.array(item).describe(`No fixed maximum: ${reason}`);

export const money = z
  .object({ amountMinor: z.int().describe('Integer minor units'), currency: z.string() })
  .meta({ id: 'Money' });

export const sumsByCurrency = unlimited(
  money,
  'one sum for each currency in which there are expenses, never added together',
);

export const version = z.int().min(1).describe('Version that the caller saw');

/** `?a=x` arrives as a string, `?a=x&a=y` as an array; both become a list. */
export const listOf = <T extends z.ZodType>(item: T, maxItems = 200) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(maxItems));

/** Ids in one filter; more would mean nearly everything. */
export const maxFilterIds = 1_000;

export const clientIds = listOf(z.union([id, z.literal(noClient)]), maxFilterIds)
  .optional()
  .describe('Clients of the projects; `none`: projects without one');

export const clientName = z.string().nullable().describe('Client of the project; null: it has none');

export const tagName = z
  .string()
  .overwrite(tagNameOf)
  .min(1)
  .max(maxTagNameLength)
  .refine((name) => isName(name) && isTagName(name), { params: { code: 'field.invalid' } })
  .describe('Name of a tag, without commas; `#` before it is removed');

/** The tags that a request names: known ones in whatever case they are written, and new ones. */
export const tagNames = z.array(tagName).max(maxTagsPerWorklog);

export const filteredTags = listOf(z.union([id, z.literal(noTag)]), maxFilterIds)
  .optional()
  .describe('Worklogs with any of these tags; `none`: worklogs without a tag');

/** A boolean in a query, where everything arrives as text. */
export const flag = z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean());

export const allowedPageSizes = [10, 25, 50, 100] as const;

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
      'Instead of `page`: the `nextCursor` of the previous page, with the same filter and order. Rows that are added or removed meanwhile cause no gaps or repetitions',
    ),
  pageSize: z.coerce
    .number()
    .pipe(z.union(allowedPageSizes.map((size) => z.literal(size))))
    .default(25)
    .describe('Rows on a page'),
};

/** The rows of a page: never more than the largest page size. */
export const pageOf = <T extends z.ZodType>(row: T) => z.array(row).max(Math.max(...allowedPageSizes));

/** The fields of a response beside the rows of the page. */
export const pageFields = {
  page: z.int().describe('1 where a cursor was sent'),
  pageSize: z.int(),
  nextCursor: z.string().nullable().describe('Opaque; leads to the rows after this page. Null on the last page'),
};

export const pageReasons = ['cursor.invalid', 'cursor.with-page'] as const;

/** The search of a list: every word must be found, ignoring case and accents. */
export const search = text(100).describe('Words that must all be found; case and accents do not matter');

/** Rows with equal values in the sorted column also have a stable order, so that no row appears on two pages. */
export const order = z.enum(['ascending', 'descending']);

export const total = z.int().describe('Rows that match the filter, on all pages');

/** More than anybody scans; the search finds the others. */
export const maxChoicesShown = 50;

const maxChosenIds = 200;

/** The query of a picker: the typed text, and the ids of chosen options whose names it needs in any case. */
export const choiceQuery = {
  search: search.optional(),
  ids: listOf(id, maxChosenIds).optional().describe('Chosen ones to name; unknown ids are left out'),
};

/** The first matches in the order of their names. `chosen`: the options of `ids`, whether or not they match. */
export const choices = <T extends z.ZodType>(choice: T) => ({
  found: z.array(choice).max(maxChoicesShown),
  chosen: z.array(choice).max(maxChosenIds),
  hasMore: z.boolean().describe('There are more matches: the search has to be more specific'),
});

export const settings = z
  .strictObject({
    theme: z.enum(themes),
    locale: z.enum(locales),
    shortcuts: z.boolean().optional().describe('Whether single letters act as shortcuts; absent: they do'),
    density: z.enum(densities).optional().describe('Height of rows in lists; absent: compact'),
    clock: z.enum(clocks).optional().describe('Of 12 or 24 hours; absent: by language'),
    dateFormat: z.enum(dateFormats).optional().describe('Order of day, month and year; absent: by language'),
    timing: z.enum(timings).optional().describe('How a worklog is entered where times are optional; absent: times'),
  })
  .meta({ id: 'Settings' });

export const chosenSettings = settings
  .partial()
  .describe('What the person has chosen. Without a theme, the browser follows the system')
  .meta({ id: 'ChosenSettings' });

export const noContent = z.null().describe('No content');

export const companyPath = { companyId: id };

/** The code of a refusal. */
export const reasonCode = z.enum(Object.keys(reasons).filter((key): key is ReasonCode => key in reasons));
