import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/states.tsx';
import type { Sort, TableColumn } from '../ui/table.ts';
import { Examples } from './Examples.tsx';

type Sample = { name: string; week: string; hours: number };

const rows: readonly Sample[] = [
  { name: 'Monday', week: 'First week', hours: 8 },
  { name: 'Tuesday', week: 'First week', hours: 6 },
  { name: 'Wednesday', week: 'Second week', hours: 7 },
];
const columns: readonly TableColumn<Sample>[] = [
  { id: 'name', header: 'Day', cell: ({ name }) => name, isSortable: true, onCard: 'title' },
  { id: 'hours', header: 'Hours', cell: ({ hours }) => hours, align: 'end', isSortable: true },
];
const keyOf = ({ name }: Sample) => name;
const empty = <EmptyState text="Nothing here yet." title="Empty" />;

export function Tables() {
  const [sort, setSort] = useState<Sort>({ column: 'name', direction: 'ascending' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['Tuesday']));
  const table = { columns, keyOf, empty };
  return (
    <>
      <Examples of="Table: sorted, with a selection, groups and actions" isGrid>
        <DataTable
          {...table}
          caption="Days"
          rows={rows}
          sort={sort}
          onSort={setSort}
          onOpen={() => {}}
          selection={{ selected, onChange: setSelected, labelOf: ({ name }) => `Select ${name}` }}
          grouping={{ keyOf: ({ week }) => week, heading: ([first]) => first?.week }}
          actions={({ name }) => (
            <Button variant="default" size="compact-sm" aria-label={`Open ${name}`}>
              Open
            </Button>
          )}
        />
      </Examples>
      <Examples of="Table: being refreshed, loading, empty" isGrid>
        <DataTable {...table} caption="Being refreshed" rows={rows} isRefreshing />
        <DataTable {...table} caption="Loading" rows={[]} isLoading />
        <DataTable {...table} caption="Empty" rows={[]} />
      </Examples>
    </>
  );
}
