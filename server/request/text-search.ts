// How what a person types becomes a condition: every word must be found, without regard to case and accents.
// Both sides are folded by the same function of the database (migration 0013); what is typed is text, never a wildcard.

import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** On columns that are folded already. Nothing typed is found everywhere. */
export function hasWords(search: string | undefined, ...columns: readonly string[]): RawBuilder<SqlBool> {
  const words = (search ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql<SqlBool>`true`;
  const found = (word: string) =>
    sql`(${sql.join(
      columns.map((column) => sql`${sql.ref(column)} like containing(${word})`),
      sql` or `,
    )})`;
  return sql<SqlBool>`(${sql.join(words.map(found), sql` and `)})`;
}

/** Names that begin with what was typed come first, then those of which a word does. */
export const closeness = (typed: string, column: string): RawBuilder<number> => sql<number>`
  case when starts_with(${sql.ref(column)}, folded(${typed})) then 0
       when strpos(${sql.ref(column)}, ' ' || folded(${typed})) > 0 then 1 else 2 end`;
