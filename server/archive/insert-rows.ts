// Copies staged rows into the table of the company, in one statement: under row-level security for this company alone, with the id of this
// company whatever the file says, and with the ids that people have here.

import pg, { type ClientBase } from 'pg';
import { refusalOfRows, rowRefusal } from './failures.ts';
import { findRefusedRow } from './refused-row.ts';
import type { StagedTable } from './stage.ts';
import { columnList, csvName, quoted, rowNumber } from './tables.ts';

export type Insertion = {
  client: ClientBase;
  file: string;
  /** The id of the company in the archive, and here. */
  from: string;
  to: string;
  arePeopleMapped: boolean;
};

/** How many rows were inserted. `conflict` is what SQL does with rows that exist. */
export async function insertStaged(insertion: Insertion, table: StagedTable, conflict = ''): Promise<number> {
  const { client } = insertion;
  await refuseOtherIds(insertion, table);
  const { values, joins } = selection(insertion, table);
  await client.query('savepoint before_rows');
  try {
    const { rowCount } = await client.query(
      `insert into public.${table.name} (${columnList(table.columns)}) select ${values} from ${table.staged} s ${joins} ${conflict}`,
    );
    await client.query('release savepoint before_rows');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback to savepoint before_rows');
    throw refusalOfRows(error, placeOf(insertion, table), await findRefusedRow(insertion, table, error));
  }
}

const placeOf = ({ file }: Insertion, { name }: StagedTable) => ({ file, name: csvName(name) });

function selection({ to, arePeopleMapped }: Insertion, { columns, people, idsOfPeopleIn }: StagedTable) {
  const mapped = arePeopleMapped ? people.filter((column) => columns.includes(column)) : [];
  const valueFor = (column: string): string => {
    if (column === 'company_id') return pg.escapeLiteral(to);
    if (mapped.includes(column)) return `person_${column}.target`;
    return arePeopleMapped && idsOfPeopleIn.includes(column)
      ? withMappedIds(`s.${quoted(column)}`)
      : `s.${quoted(column)}`;
  };
  return {
    values: columns.map(valueFor).join(', '),
    joins: mapped
      .map((column) => `left join archive_people person_${column} on person_${column}.id = s.${column}`)
      .join(' '),
  };
}

/** An id in JSON stands between two quotes. */
const withMappedIds = (column: string): string => `(
  select string_agg(coalesce(p.target::text, part), '"' order by place)
  from string_to_table(${column}::text, '"') with ordinality as parts (part, place)
  left join archive_people p on p.id::text = part)::jsonb`;

/** The foreign keys would refuse most of this; here it is refused before anything is written, and named. */
async function refuseOtherIds(insertion: Insertion, table: StagedTable): Promise<void> {
  const { client, from } = insertion;
  const find = async (condition: string, problem: string) => {
    const { rows } = await client.query<{ row: string }>(
      `select ${rowNumber} as row from ${table.staged} s where ${condition} limit 1`,
    );
    if (rows[0]) throw rowRefusal(placeOf(insertion, table), rows[0].row, problem);
  };
  if (table.columns.includes('company_id'))
    await find(`company_id <> ${pg.escapeLiteral(from)}`, 'it belongs to another company than the archive');
  for (const column of table.people.filter((one) => table.columns.includes(one)))
    await find(
      `${column} is not null and not exists (select from archive_people p where p.id = s.${column})`,
      `${column} is nobody in ${csvName('users')}`,
    );
}
