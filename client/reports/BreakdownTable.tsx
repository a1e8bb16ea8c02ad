import { m } from '#locales/messages.js';
import { ColumnHeader } from '../ui/ColumnHeader.tsx';
import { NewItemsBar } from '../ui/NewItemsBar.tsx';
import { restoreRowFocus, rowFocusProps, useFocusedRow } from '../ui/restore-row-focus.ts';
import table from '../ui/table.module.css';
import { useIsLargeScreen, useIsNarrow } from '../ui/width.ts';
import { prefetchBranch, useBranches, useExpandedRows } from './branches.ts';
import { type TreeColumn, type TreeWidth, treeColumns } from './columns.tsx';
import type { ComparedRow } from './compared.ts';
import { sortColumns } from './filter.ts';
import { useStableLines } from './stable-lines.ts';
import type { ReportSums } from './sums.ts';
import { TreeRow } from './TreeRow.tsx';
import classes from './tree.module.css';
import { effectiveSort, treeLines } from './tree.ts';
import { handleTreeKey } from './tree-keys.ts';
import type { Report } from './use-report.ts';
import { WorklogsLink } from './WorklogsLink.tsx';

type Props = {
  report: Report;
  /** Caption, such as "By project". */
  caption: string;
  nameHeader: string;
  rows: readonly ComparedRow[];
  totals: ReportSums;
  /** Rows of the previous period. */
  was: ReportSums | undefined;
  /** The rows are placeholders of the previous filter. */
  isRefreshing: boolean;
  lastColumns: readonly TreeColumn[];
};

/**
 * Hours and money by the groups of the report, as an expandable tree. The arrow keys move between rows and through the
 * numbers of a row; only the current row is in the tab order.
 */
export function BreakdownTable({ report, caption, nameHeader, rows, totals, was, isRefreshing, lastColumns }: Props) {
  const { choices, change, apiFilter, levels } = report;
  const { currency } = report.company;
  const { opened, toggle } = useExpandedRows(report);
  const branches = useBranches(report, opened);
  const columns = treeColumns(useTreeWidth(), nameHeader, totals, lastColumns);
  const stable = useStableLines(
    treeLines({ ...report, rows, opened, branchOf: branches.branchOf, sort: choices.sort, currency }),
    {
      view: JSON.stringify([apiFilter, choices.sort, [...opened], branches.state]),
      isFresh: !isRefreshing && !branches.isRefreshing,
    },
  );
  useFocusedRow();
  const current = stable.lines.find(({ key }) => key === stable.current) ?? stable.lines[0];
  return (
    <section className={classes.container} {...stable.withinProps}>
      <NewItemsBar
        count={stable.newCount}
        onShow={stable.showNewItems}
        label={m.reports_new_rows({ count: stable.newCount })}
      />
      <div className={table.scroller}>
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows open is a tree grid
          role="treegrid"
          aria-label={caption}
          className={`${table.table} ${classes.tree}`}
          data-refreshing={isRefreshing}
        >
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHeader
                  key={column.id}
                  column={column}
                  sort={effectiveSort(choices.sort, levels[0])}
                  onSort={({ column: id, direction }) => change({ sort: { column: sortColumnOf(id), direction } })}
                />
              ))}
            </tr>
          </thead>
          <tbody ref={restoreRowFocus} {...rowFocusProps} onKeyDown={handleTreeKey}>
            {stable.lines.map((line) => (
              <TreeRow
                key={line.key}
                line={line}
                report={report}
                columns={columns}
                totals={totals}
                maxMinutes={Math.max(1, ...rows.map(({ minutes }) => minutes))}
                isCurrent={line === current}
                onCurrent={() => stable.setCurrent(line.key)}
                onToggle={() => toggle(line.key)}
                onPoint={() => prefetchBranch(report, line.key)}
                onRetry={branches.retry}
              />
            ))}
          </tbody>
          <TotalsRow columns={columns} totals={totals} was={was} currency={currency} />
        </table>
      </div>
    </section>
  );
}

type TotalsProps = Pick<Props, 'totals' | 'was'> & { columns: TreeColumn[]; currency: string };

const TotalsRow = ({ columns, totals, was, currency }: TotalsProps) => (
  <tfoot>
    <tr className={classes.totals}>
      {columns.map(({ id, align, figure }) =>
        id === 'name' ? (
          <th key={id} scope="row">
            {m.reports_total()}
          </th>
        ) : (
          <td key={id} data-align={align ?? 'start'}>
            {figure && (
              <WorklogsLink narrow={figure.narrow} isNothing={!figure.isAny(totals)}>
                {figure.show(totals, currency)}
              </WorklogsLink>
            )}
            {was && figure?.change?.(totals, was)}
          </td>
        ),
      )}
    </tr>
  </tfoot>
);

function useTreeWidth(): TreeWidth {
  const isNarrow = useIsNarrow();
  const isLargeScreen = useIsLargeScreen();
  return isNarrow ? 'compact' : isLargeScreen ? 'full' : 'plain';
}

const sortColumnOf = (id: string) => sortColumns.find((column) => column === id) ?? 'hours';
