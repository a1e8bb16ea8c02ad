// Refuses staged rows with values that no request could have stored, because screens and jobs could not read them: what its type allows
// beyond the product (infinity, the year 9999, numbers that JavaScript rounds), and what the schema of its column refuses. A new column is
// checked by its type without a change here. Rows are read one by one, so that a large table takes little memory.

import pg, { type ClientBase } from 'pg';
import type { z } from 'zod';
import { earliestDay, latestDay } from '#domain/calendar.ts';
import { valueRefusal } from './failures.ts';
import { storedValueSchema } from './stored-values.ts';
import { type ArchivedTable, csvName, quoted, rowNumber } from './tables.ts';

type StagedRows = Pick<ArchivedTable, 'name' | 'columns'> & { staged: string };

type WrongValue = { row: string; column: string };

export async function checkValues({ client, file }: { client: ClientBase; file: string }, table: StagedRows) {
  const wrong = (await findOutOfBounds(client, table)) ?? (await findUnreadableValue(client, table));
  if (wrong) throw valueRefusal({ file, name: csvName(table.name) }, wrong);
}

/** Longer than any text of the product. */
const maxTextBytes = 100_000;

/** Larger than the payroll totals of as many people as a company can have seats. */
const maxJsonBytes = 20_000_000;

const between = (lowest: string | number, highest: string | number) => (value: string) =>
  `${value} between ${lowest} and ${highest}`;

const shorterThan = (bytes: number) => (value: string) => `octet_length(${value}::text) <= ${bytes}`;

const unrestricted = () => 'true';

/** In every time zone, an instant of the first or last day is at most a day before or after it; a worklog ends a day later. */
const instants = between(
  `timestamptz '${earliestDay} 00:00Z' - interval '1 day'`,
  `timestamptz '${latestDay} 00:00Z' + interval '3 days'`,
);

/** Versions are counted, so one more than the highest must fit. */
const maxCount = 2_000_000_000;

/** What values of each type the product stores, as SQL. */
const conditions: Readonly<Record<string, (value: string) => string>> = {
  date: between(`'${earliestDay}'`, `'${latestDay}'`),
  'timestamp with time zone': instants,
  smallint: unrestricted,
  integer: between(-maxCount, maxCount),
  bigint: between(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  text: shorterThan(maxTextBytes),
  jsonb: shorterThan(maxJsonBytes),
  uuid: unrestricted,
  boolean: unrestricted,
  bytea: unrestricted,
};

/**
 * The day of a worklog is that of its start in the zone that the company had then (decision 092): any zone, so what is refused is a day
 * that it was nowhere. Zones are 12 hours behind UTC to 14 hours ahead of it.
 */
const dayOfStart = {
  column: 'day',
  condition: `day between (starts_at at time zone 'UTC' - interval '12 hours')::date
    and (starts_at at time zone 'UTC' + interval '14 hours')::date`,
};

async function findOutOfBounds(client: ClientBase, { name, columns, staged }: StagedRows): Promise<WrongValue | null> {
  const { rows: types } = await client.query<{ column: string; type: string }>(
    `select attname as column, atttypid::regtype::text as type from pg_attribute
     where attrelid = $1::regclass and attname = any($2) order by attnum`,
    [staged, columns],
  );
  const checks = types.map(({ column, type }) => ({ column, condition: conditionOf(type, quoted(column)) }));
  if (name === 'worklogs') checks.push(dayOfStart);
  const { rows } = await client.query<WrongValue>(
    `select ${rowNumber} as row, case ${checks.map(({ column, condition }) => `when not (${condition}) then ${pg.escapeLiteral(column)}`).join(' ')} end as column
     from ${staged} where not (${checks.map(({ condition }) => `(${condition})`).join(' and ')}) order by 1 limit 1`,
  );
  return rows[0] ?? null;
}

function conditionOf(type: string, value: string): string {
  const condition = conditions[type];
  if (!condition) throw new Error(`Nothing says which values of the type ${type} an archive may contain.`);
  return condition(value);
}

async function findUnreadableValue(
  client: ClientBase,
  { name, columns, staged }: StagedRows,
): Promise<WrongValue | null> {
  const checked = columns.flatMap((column) => {
    const schema = storedValueSchema(name, column);
    return schema ? [{ column, schema, accepted: new Set<unknown>() }] : [];
  });
  if (checked.length === 0) return null;
  // As JSON, because a client without the parsers of the application returns a bigint as a string.
  const list = checked.map(({ column }) => `to_jsonb(${quoted(column)}) as ${quoted(column)}`).join(', ');
  let found: WrongValue | null = null;
  await forEachRow(client, `select ${rowNumber}::text, ${list} from ${staged}`, (row) => {
    if (found) return;
    const wrong = checked.find((one) => !isAcceptable(one, row[one.column]));
    if (wrong) found = { row: String(row[rowNumber]), column: wrong.column };
  });
  return found;
}

type CheckedColumn = { schema: z.ZodType; accepted: Set<unknown> };

const maxRemembered = 1_000;
const maxRememberedLength = 50;

/** Zones and currencies are few; to recognise an alias of a zone takes fifty times as long as to remember it. */
function isAcceptable({ schema, accepted }: CheckedColumn, value: unknown): boolean {
  if (accepted.has(value)) return true;
  if (!schema.safeParse(value).success) return false;
  if (typeof value === 'string' && value.length <= maxRememberedLength && accepted.size < maxRemembered)
    accepted.add(value);
  return true;
}

const forEachRow = (client: ClientBase, statement: string, work: (row: Record<string, unknown>) => void) =>
  new Promise<void>((resolve, reject) => {
    client
      .query(new pg.Query<Record<string, unknown>>(statement))
      .on('row', work)
      .on('error', reject)
      .on('end', () => resolve());
  });
