// One page of a list. Browsers page by number (`offset`), so that pages can be linked to; programs page by cursor, which
// neither skips nor repeats rows when others are added or removed in between. The sort order always ends with a unique key
// (decisions 013 and 040).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { AnyContext } from './context.ts';
import { refused } from './refused.ts';

type Order = 'ascending' | 'descending';
type Direction = 'asc' | 'desc';

export const directionOf = (order: Order): Direction => (order === 'ascending' ? 'asc' : 'desc');

export const countOfRows = sql<number>`count(*)`.as('total');

export type SortKey = {
  by: RawBuilder<unknown>;
  type: 'text' | 'uuid' | 'date' | 'timestamptz' | 'integer' | 'numeric';
  direction: Direction;
  /** Position of nulls; absent for columns without nulls. */
  nulls?: 'first' | 'last';
};

type PageRequest = { page?: number | undefined; pageSize: number; cursor?: string | undefined };
type Keyed = { cursorKeys: (string | null)[] };

/**
 * The parts of the SQL statement that reads one page, and `cut`, which converts the rows (one more than the page size).
 * `request` is the whole input of the endpoint: a cursor is valid only for the list, filter and order it was issued for.
 */
export function paginate(
  ctx: Pick<AnyContext, 'config'>,
  request: PageRequest,
  list: { name: string; keys: readonly SortKey[] },
) {
  const { page = 1, pageSize, cursor, ...rest } = request;
  if (cursor !== undefined && request.page !== undefined) throw refused('cursor.with-page', { path: 'cursor' });
  const { keys } = list;
  const bound = { secret: ctx.config.appSecret, about: JSON.stringify([list.name, rest]) };
  const values = cursor === undefined ? null : readCursor(cursor, bound);
  if (values !== null && values.length !== keys.length) throw refused('cursor.invalid', { path: 'cursor' });
  const order = sql.join(keys.map(orderOf));
  return {
    order,
    /** For `$call`: the rows of the page, and one more. */
    select: <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) =>
      query
        .select(sql<(string | null)[]>`array[${sql.join(keys.map(({ by }) => sql`(${by})::text`))}]`.as('cursorKeys'))
        .where(values === null ? sql<SqlBool>`true` : isAfter(keys, values))
        .orderBy(order)
        .limit(pageSize + 1)
        .offset((page - 1) * pageSize),
    cut<Row extends Keyed>(rows: readonly Row[]) {
      const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
      const nextCursor = last ? writeCursor(last.cursorKeys, bound) : null;
      return { rows: rows.slice(0, pageSize).map(withoutKeys), place: { page, pageSize, nextCursor } };
    },
  };
}

function withoutKeys<Row extends Keyed>({ cursorKeys: _, ...row }: Row): Omit<Row, 'cursorKeys'> {
  return row;
}

const orderOf = ({ by, direction, nulls }: SortKey) =>
  sql`${by} ${sql.raw(direction)}${sql.raw(nulls ? ` nulls ${nulls}` : '')}`;

/**
 * Condition for the rows after the one with these values. Spelled out instead of a row comparison, because directions differ
 * and values may be null. The first condition is redundant, but lets the database start in the index.
 */
function isAfter(keys: readonly SortKey[], values: readonly (string | null)[]): RawBuilder<SqlBool> {
  const alternatives = keys.map((key, index) => {
    const before = keys.slice(0, index).map((other, at) => isEqual(other, values[at] ?? null));
    return sql`(${sql.join([...before, comesAfter(key, values[index] ?? null)], sql` and `)})`;
  });
  const [first] = keys;
  const [start = null] = values;
  const from =
    first && first.nulls === undefined && start !== null
      ? sql`${first.by} ${sql.raw(first.direction === 'asc' ? '>=' : '<=')} ${typed(first, start)} and `
      : sql``;
  return sql<SqlBool>`(${from}(${sql.join(alternatives, sql` or `)}))`;
}

const typed = ({ type }: SortKey, value: string | null) => sql`${value}::${sql.raw(type)}`;

const isEqual = (key: SortKey, value: string | null) =>
  value === null ? sql`${key.by} is null` : sql`${key.by} = ${typed(key, value)}`;

function comesAfter(key: SortKey, value: string | null): RawBuilder<unknown> {
  if (value === null) return key.nulls === 'first' ? sql`${key.by} is not null` : sql`false`;
  const follows = sql`${key.by} ${sql.raw(key.direction === 'asc' ? '>' : '<')} ${typed(key, value)}`;
  return key.nulls === 'last' ? sql`(${follows} or ${key.by} is null)` : follows;
}

type Bound = { secret: string; about: string };

const macBytes = 16;

const macOf = (body: Buffer, { secret, about }: Bound): Buffer =>
  createHmac('sha256', secret).update(`list cursor\n${about}\n`).update(body).digest().subarray(0, macBytes);

function writeCursor(values: readonly (string | null)[], bound: Bound): string {
  const body = Buffer.from(JSON.stringify(values));
  return Buffer.concat([macOf(body, bound), body]).toString('base64url');
}

/** Accepts only cursors issued for the same list, filter and order, and unmodified (HMAC). */
function readCursor(cursor: string, bound: Bound): (string | null)[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const [mac, body] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
  const isAuthentic = mac.length === macBytes && timingSafeEqual(mac, macOf(body, bound));
  const values: unknown = isAuthentic ? JSON.parse(body.toString()) : null;
  if (!Array.isArray(values)) throw refused('cursor.invalid', { path: 'cursor' });
  return values.map((value: unknown) => (typeof value === 'string' ? value : null));
}
