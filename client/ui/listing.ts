// A list in the address: its page, the size of a page, its order, its search and its filters. The server does the rest.

import { useState } from 'react';
import { numberParameter, type Parameter, type Parameters, useFilters, type Values } from '../filters.ts';
import { sizeParameter } from './page-size.ts';
import type { Sort } from './table.ts';

/** `page` and `size` of the address, for useFilters. */
export const pagingParameters = { page: numberParameter(1), size: sizeParameter };

export type SortBy<C extends string> = Sort & { column: C };

/** `name` and `-name` of an address as the order of a table. */
export function sortParameter<const C extends string>(
  columns: readonly C[],
  byDefault: SortBy<NoInfer<C>>,
): Parameter<SortBy<C>> {
  return {
    read: (raw) => {
      const written = String(raw ?? '');
      const column = columns.find((one) => one === written.replace(/^-/, ''));
      return column ? { column, direction: written.startsWith('-') ? 'descending' : 'ascending' } : byDefault;
    },
    write: (sort) => (writtenSort(sort) === writtenSort(byDefault) ? undefined : writtenSort(sort)),
  };
}

/** The order as the address has it. */
export const writtenSort = ({ column, direction }: Sort): string =>
  direction === 'descending' ? `-${column}` : column;

/** The part of a list that the address names, as the API is asked for it. */
export const pageAsked = <C extends string>({ sort, page, size }: { sort: SortBy<C>; page: number; size: number }) => ({
  sort: sort.column,
  order: sort.direction,
  page,
  pageSize: size,
});

/**
 * The filters of a list with a search field. `usual` is what they are while nothing is filtered; `reset` is there while they
 * differ from it. `searchKey` starts the field anew: what is typed there is its own.
 */
export function useListing<P extends Parameters>(parameters: P, usual: Partial<Values<P>>) {
  const [filters, change] = useFilters(parameters);
  const [searchKey, setSearchKey] = useState(0);
  const values = new Map<string, unknown>(Object.entries(filters));
  const isUsual = Object.entries(usual).every(
    ([name, value]) => JSON.stringify(values.get(name)) === JSON.stringify(value),
  );
  const show = (wanted: Partial<Values<P>>) => {
    setSearchKey(searchKey + 1);
    return change(wanted);
  };
  const reset = () => show(usual);
  return { filters, change, show, reset: isUsual ? undefined : reset, searchKey };
}
