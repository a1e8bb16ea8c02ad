import type { UseQueryResult } from '@tanstack/react-query';
import { CardSort } from './CardSort.tsx';
import { DataTable } from './DataTable.tsx';
import { BeyondEnd, isBeyondEnd, Paging, type PagingProps } from './Paging.tsx';
import { ErrorState } from './states.tsx';
import type { DataTableProps } from './table.ts';
import { useIsNarrow } from './width.ts';

export type PagedTableProps<Row, Result> = Omit<DataTableProps<Row>, 'rows' | 'isLoading' | 'isRefreshing'> & {
  list: Pick<UseQueryResult<Result>, 'data' | 'error' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
  rowsOf: (result: Result) => readonly Row[];
  paging: Pick<PagingProps, 'page' | 'size'>;
  onPaging: PagingProps['onChange'];
};

/** A list paged by the server: its rows, its loading, error and empty states, and the pager. */
export function PagedTable<Row, Result extends { total: number }>({
  list,
  rowsOf,
  paging,
  onPaging,
  empty,
  ...table
}: PagedTableProps<Row, Result>) {
  const isNarrow = useIsNarrow();
  const { columns, sort, onSort } = table;
  if (list.error && !list.data) return <ErrorState error={list.error} onRetry={list.refetch} />;
  const pages = { ...paging, total: list.data?.total ?? 0, onChange: onPaging };
  return (
    <>
      {isNarrow && sort && onSort && pages.total > 1 && <CardSort columns={columns} sort={sort} onSort={onSort} />}
      <DataTable
        {...table}
        rows={list.data ? rowsOf(list.data) : []}
        isLoading={list.isPending}
        isRefreshing={list.isPlaceholderData}
        empty={isBeyondEnd(pages) ? <BeyondEnd {...pages} /> : empty}
      />
      <Paging {...pages} />
    </>
  );
}
