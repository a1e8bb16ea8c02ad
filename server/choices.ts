// Lists to choose from, as pickers ask for them: the first that fit and whether there are more, beside the chosen ones.

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** More than anybody reads; the search finds the rest. */
const choicesShown = 50;

/** Asked for one more than is shown, which tells whether there are more. */
export const choicesAsked = choicesShown + 1;

export const shownOf = <Row>(rows: readonly Row[]) => ({
  found: rows.slice(0, choicesShown),
  hasMore: rows.length > choicesShown,
});

export const isOneOf = (column: string, ids: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;
