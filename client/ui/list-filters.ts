// State of a paged list in the URL: page, page size, sort order, search and filters. The server filters and sorts.

import { useState } from 'react';
import {
  numberParameter,
  type ParameterValues,
  type UrlParameter,
  type UrlParameters,
  useFilters,
} from '../filters.ts';
import { sizeParameter } from './page-size.ts';
import type { Sort } from './table.ts';

/** `page` and `size` of the URL, for useFilters. */
export const pagingParameters = { page: numberParameter(1), size: sizeParameter };

export type SortBy<C extends string> = Sort & { column: C };

/** Reads `name` and `-name` as the sort order of a table. */
export function sortParameter<const C extends string>(
  columns: readonly C[],
  defaultSort: SortBy<NoInfer<C>>,
): UrlParameter<SortBy<C>> {
  return {
    read: (raw) => {
      const written = String(raw ?? '');
      const column = columns.find((one) => one === written.replace(/^-/, ''));
      return column ? { column, direction: written.startsWith('-') ? 'descending' : 'ascending' } : defaultSort;
    },
    write: (sort) => (formatSort(sort) === formatSort(defaultSort) ? undefined : formatSort(sort)),
  };
}

/** The sort order as written to the URL. */
export const formatSort = ({ column, direction }: Sort): string => (direction === 'descending' ? `-${column}` : column);

/** Sort order and page as parameters of the API. */
export const pageInput = <C extends string>({ sort, page, size }: { sort: SortBy<C>; page: number; size: number }) => ({
  sort: sort.column,
  order: sort.direction,
  page,
  pageSize: size,
});

/**
 * The filters of a list with a search field. `defaults` are the values without filters; `reset` is undefined while all filters have them.
 * `searchKey` is the `key` of the search field, which has its own state.
 */
export function useListFilters<P extends UrlParameters>(parameters: P, defaults: Partial<ParameterValues<P>>) {
  const [filters, change] = useFilters(parameters);
  const [searchKey, setSearchKey] = useState(0);
  const values = new Map<string, unknown>(Object.entries(filters));
  const isDefault = Object.entries(defaults).every(
    ([name, value]) => JSON.stringify(values.get(name)) === JSON.stringify(value),
  );
  const show = (wanted: Partial<ParameterValues<P>>) => {
    setSearchKey(searchKey + 1);
    return change(wanted);
  };
  const reset = () => show(defaults);
  return { filters, change, show, reset: isDefault ? undefined : reset, searchKey };
}
