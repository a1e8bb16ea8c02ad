// Lists to choose from, as pickers ask for them: the first that fit and whether there are more, beside the chosen ones.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxChoicesShown } from '#contract/fields.ts';

/** Asked for one more than is shown, which tells whether there are more. */
export const choicesAsked = maxChoicesShown + 1;

export const shownOf = <Row>(rows: readonly Row[]) => ({
  found: rows.slice(0, maxChoicesShown),
  hasMore: rows.length > maxChoicesShown,
});

export const isOneOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
