// A page of a list. Rows are counted off (`offset`), so that a page can be linked to, jumped to and sorted by any column; the
// order always ends with something unique, so that no row stands on two pages (decision 013).

import { sql } from 'kysely';

type Page = { page: number; pageSize: number };
type Order = 'ascending' | 'descending';

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize;

export const directionOf = (order: Order) => (order === 'ascending' ? ('asc' as const) : ('desc' as const));

export const countOfRows = sql<number>`count(*)`.as('total');
