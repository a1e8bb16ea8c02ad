// Lists that arrive whole are searched, sorted and paged here: what is typed answers at once.

import { getLocale } from '#locales/runtime.js';
import { choiceParameter, numberParameter } from '../filters.ts';
import { pageSizes } from './Pager.tsx';
import type { Sort } from './table.ts';

const sizes = pageSizes.map(String);

/** `page` and `size` of the address, for useFilters. */
export const pagingParameters = { page: numberParameter(1), size: choiceParameter(sizes, '25') };

/** Every word of the search is somewhere in the texts. */
export function isFound(search: string, ...texts: readonly string[]): boolean {
  const all = texts.join(' ').toLocaleLowerCase(getLocale());
  const words = search.toLocaleLowerCase(getLocale()).split(/\s+/);
  return words.every((word) => all.includes(word));
}

/** `name` and `-name` of an address as the sort of a table. */
export const sortOf = (written: string): Sort =>
  written.startsWith('-')
    ? { column: written.slice(1), direction: 'descending' }
    : { column: written, direction: 'ascending' };

export const writtenSort = ({ column, direction }: Sort): string =>
  direction === 'descending' ? `-${column}` : column;

type Comparable = string | number;

/** A stable order by one value of each row: words as the language orders them, numbers by size. */
export function sortedBy<Row>(rows: readonly Row[], { direction }: Sort, value: (row: Row) => Comparable): Row[] {
  const words = new Intl.Collator(getLocale(), { numeric: true, sensitivity: 'base' });
  const compare = (a: Comparable, b: Comparable) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : words.compare(String(a), String(b));
  const sign = direction === 'descending' ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(value(a), value(b)));
}

/** The rows of one page; a page beyond the end is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number, size: number): { page: number; rows: Row[] } {
  const shown = Math.min(page, Math.max(1, Math.ceil(rows.length / size)));
  return { page: shown, rows: rows.slice((shown - 1) * size, shown * size) };
}
