// Writes server/db/schema.ts, the Kysely types of the tables, from the catalog of a migrated database.
// Use: node scripts/generate-schema.js postgres://…   (tests/platform checks that the file is what this prints)
import { writeFileSync } from 'node:fs';
import pg from 'pg';

const typeOf = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  bytea: 'Buffer',
  timestamptz: 'Date',
};

const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`_${name}`);

/** The text of server/db/schema.ts for the database behind `client`. */
export async function schemaText(client) {
  const { rows } = await client.query(`
    select c.table_name, c.column_name, c.udt_name, c.is_nullable, c.column_default, c.is_generated, k.constraint_def
    from information_schema.columns c
    left join lateral (
      select pg_get_constraintdef(con.oid) as constraint_def
      from pg_constraint con
      where con.conrelid = format('public.%I', c.table_name)::regclass and con.contype = 'c' and cardinality(con.conkey) = 1
        and con.conkey[1] = c.ordinal_position and pg_get_constraintdef(con.oid) like '%= ANY (ARRAY[%'
      limit 1
    ) k on true
    where c.table_schema = 'public' and c.table_name <> 'schema_migrations'
      and obj_description(format('public.%I', c.table_name)::regclass) is distinct from 'for the previous release'
    order by c.table_name collate "C", c.ordinal_position`);
  const tables = Map.groupBy(rows, (row) => row.table_name);
  const bodies = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => {
      const words = [...(column.constraint_def ?? '').matchAll(/'([^']+)'::text/g)].map(([, word]) => `'${word}'`);
      const base = words.length > 0 ? words.join(' | ') : (typeOf[column.udt_name] ?? 'unknown');
      if (column.udt_name === 'jsonb') return `  ${camel(column.column_name)}: JsonColumn;`;
      const type = column.is_nullable === 'YES' ? `${base} | null` : base;
      if (column.is_generated === 'ALWAYS') return `  ${camel(column.column_name)}: GeneratedAlways<${type}>;`;
      const wrapped = column.column_default === null ? type : `Generated<${type}>`;
      return `  ${camel(column.column_name)}: ${wrapped};`;
    });
    return `export type ${pascal(table)}Table = {\n${lines.join('\n')}\n};\n`;
  });
  const index = [...tables.keys()].map((table) => `  ${camel(table)}: ${pascal(table)}Table;`).join('\n');
  return `// Generated from the catalog by scripts/generate-schema.js; never edited by hand.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Read as a value, written as JSON text. */
export type JsonColumn = ColumnType<unknown, string | undefined, string>;

${bodies.join('\n')}
export type Database = {
${index}
};
`;
}

if (import.meta.filename === process.argv[1]) {
  const client = new pg.Client({ connectionString: process.argv[2] });
  await client.connect();
  writeFileSync('server/db/schema.ts', await schemaText(client));
  await client.end();
}
