// A page of a list. People page by number (`offset`), so that a page can be linked to and jumped to; programs page by cursor,
// where rows that come or go between two pages neither hide nor repeat another one. The order always ends with something
// unique (decisions 013 and 040).

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
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
  /** Where rows without a value stand; absent where every row has one. */
  nulls?: 'first' | 'last';
};

type Asked = { page?: number | undefined; pageSize: number; cursor?: string | undefined };
type Keyed = { cursorKeys: (string | null)[] };

/**
 * The parts of the statement that reads a page, and `cut`, which takes its rows apart: one more than fit on it is read.
 * `asked` is the whole input of the endpoint: a cursor is good for the list, the filter and the order that it was given for.
 */
export function pageOf(
  ctx: Pick<AnyContext, 'config'>,
  asked: Asked,
  list: { name: string; keys: readonly SortKey[] },
) {
  const { page = 1, pageSize, cursor, ...rest } = asked;
  if (cursor !== undefined && asked.page !== undefined) throw refused('cursor.with-page', { path: 'cursor' });
  const { keys } = list;
  const bound = { secret: ctx.config.appSecret, about: JSON.stringify([list.name, rest]) };
  const values = cursor === undefined ? null : readCursor(cursor, bound);
  if (values !== null && values.length !== keys.length) throw refused('cursor.invalid', { path: 'cursor' });
  return {
    keys: sql<(string | null)[]>`array[${sql.join(keys.map(({ by }) => sql`(${by})::text`))}]`.as('cursorKeys'),
    isAfter: values === null ? sql<SqlBool>`true` : isAfter(keys, values),
    order: sql.join(keys.map(orderOf)),
    limit: pageSize + 1,
    offset: (page - 1) * pageSize,
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
 * In the order of the list behind the row with these values. Written out, because directions differ and values may be missing;
 * the first condition follows from the others and lets an index begin at the place.
 */
function isAfter(keys: readonly SortKey[], values: readonly (string | null)[]): RawBuilder<SqlBool> {
  const ways = keys.map((key, index) => {
    const before = keys.slice(0, index).map((other, at) => isEqual(other, values[at] ?? null));
    return sql`(${sql.join([...before, comesAfter(key, values[index] ?? null)], sql` and `)})`;
  });
  const [first] = keys;
  const [start = null] = values;
  const from =
    first && first.nulls === undefined && start !== null
      ? sql`${first.by} ${sql.raw(first.direction === 'asc' ? '>=' : '<=')} ${typed(first, start)} and `
      : sql``;
  return sql<SqlBool>`(${from}(${sql.join(ways, sql` or `)}))`;
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

/** Only what was given out for the same list is read: another filter, another order or a changed letter is refused. */
function readCursor(cursor: string, bound: Bound): (string | null)[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const [mac, body] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
  const isOurs = mac.length === macBytes && timingSafeEqual(mac, macOf(body, bound));
  const values: unknown = isOurs ? JSON.parse(body.toString()) : null;
  if (!Array.isArray(values)) throw refused('cursor.invalid', { path: 'cursor' });
  return values.map((value: unknown) => (typeof value === 'string' ? value : null));
}
