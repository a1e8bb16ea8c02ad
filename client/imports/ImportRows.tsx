import { m } from '#locales/messages.js';
import { DataTable } from '../ui/DataTable.tsx';
import { Pager } from '../ui/Pager.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { EmptyState } from '../ui/states.tsx';
import classes from './import.module.css';
import { importColumns, type ShownImportRow } from './import-columns.tsx';
import { useImportParameters } from './import-parameters.ts';

type Props = {
  /** The rows of one page. */
  rows: readonly ShownImportRow[];
  total: number;
  page: number;
  isLoading?: boolean;
  isRefreshing?: boolean;
};

/** The rows of a list with their results, filtered. */
export function ImportRows({ rows, total, page, isLoading = false, isRefreshing = false }: Props) {
  const [{ show, size }, change] = useImportParameters();
  const choices = [
    { value: 'all', label: m.users_import_show_all() },
    { value: 'invited', label: m.users_import_new() },
    { value: 'problems', label: m.users_import_problems() },
  ] as const;
  return (
    <>
      <Segmented
        className={classes.rowFilter}
        label={m.users_import_which()}
        value={show}
        onChange={(next) => change({ show: next })}
        options={choices}
      />
      <DataTable
        caption={m.users_import_rows()}
        columns={importColumns()}
        rows={rows}
        keyOf={({ line }) => String(line)}
        isLoading={isLoading}
        isRefreshing={isRefreshing}
        empty={<EmptyState text={m.users_import_none_shown()} />}
      />
      {total > 10 && (
        <Pager
          page={page}
          pageSize={size}
          total={total}
          onPage={(next) => change({ page: next })}
          onPageSize={(next) => change({ size: next, page: 1 })}
        />
      )}
    </>
  );
}
