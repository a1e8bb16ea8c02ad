// Options of pickers: the first matches, whether there are more, and the options that are chosen already.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxChoicesShown } from '#contract/fields.ts';

/** One more than is returned, to find out whether there are more. */
export const choicesQueryLimit = maxChoicesShown + 1;

export const toChoices = <Row>(rows: readonly Row[]) => ({
  found: rows.slice(0, maxChoicesShown),
  hasMore: rows.length > maxChoicesShown,
});

export const isOneOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
