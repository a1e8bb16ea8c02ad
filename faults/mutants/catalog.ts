// Row-level security and foreign keys, one at a time, as the catalog of a migrated database has them.

import type { MutantDatabase } from './database.ts';
import { apiTests, type Mutant } from './mutant.ts';

const ofSecurity = [
  ['tests/catalog.test.ts'],
  apiTests('row-level-security'),
  apiTests('tenancy', 'visibility', 'worklogs'),
];
const ofKeys = [
  ['tests/catalog.test.ts'],
  apiTests('row-level-security', 'tenancy'),
  apiTests('projects', 'worklogs', 'receipts', 'members'),
];

export async function catalogMutants({ query }: Pick<MutantDatabase, 'query'>): Promise<Mutant[]> {
  const list = query<{ table: string; name: string }>;
  const policies = await list(
    `select c.relname as table, p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid order by 1, 2`,
  );
  const keys =
    await list(`select c.relname as table, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and array_length(k.conkey, 1) > 1 and c.relnamespace = 'public'::regnamespace order by 1, 2`);
  const tables = [...new Set(policies.map(({ table }) => table))];
  return [
    ...tables.map((table) => ofTable(table, 'without row-level security', 'disable row level security')),
    ...tables.map((table) => ofTable(table, 'without row-level security for its owner', 'no force row level security')),
    ...policies.map(({ table, name }) => ({
      id: `${table} without policy ${name}`,
      kind: 'policies' as const,
      sql: `drop policy ${name} on ${table}`,
      stages: ofSecurity,
    })),
    ...keys.map(({ table, name }) => ({
      id: `${table} without ${name}`,
      kind: 'keys' as const,
      sql: `alter table ${table} drop constraint ${name} cascade`,
      stages: ofKeys,
    })),
  ];
}

const ofTable = (table: string, what: string, action: string): Mutant => ({
  id: `${table} ${what}`,
  kind: 'policies',
  sql: `alter table ${table} ${action}`,
  stages: ofSecurity,
});
