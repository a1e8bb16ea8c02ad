// Turns search input into a SQL condition: every word must be found, ignoring case and accents.
// Both sides are normalised by the same database function (migration 0013); the input is text, never a wildcard.

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** On columns that are normalised already. An empty search matches every row. */
export function matchesSearch(search: string | undefined, ...columns: readonly string[]): RawBuilder<SqlBool> {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<SqlBool>`true`;
  const containsWord = (word: string) =>
    sql`(${sql.join(
      columns.map((column) => sql`${sql.ref(column)} like containing(${word})`),
      sql` or `,
    )})`;
  return sql<SqlBool>`(${sql.join(words.map(containsWord), sql` and `)})`;
}

/** Sort rank: names that begin with the input, then names with a word that does, then the rest. */
export const searchRank = (typed: string, column: string): RawBuilder<number> => sql<number>`
  case when starts_with(${sql.ref(column)}, folded(${typed})) then 0
       when strpos(${sql.ref(column)}, ' ' || folded(${typed})) > 0 then 1 else 2 end`;
