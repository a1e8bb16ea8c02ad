import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MouseEvent } from 'react';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { prefetchOnHover } from '../ui/prefetch-on-hover.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import table from '../ui/table.module.css';
import type { Figure, TreeColumn } from './columns.tsx';
import { type Place, toReport } from './filter.ts';
import { RowsLink } from './RowsLink.tsx';
import { Share } from './Share.tsx';
import type { Sums } from './sums.ts';
import classes from './tree.module.css';
import { type Line, narrowOf, type SumsLine, type WaitingLine } from './tree.ts';

type Props = {
  columns: readonly TreeColumn[];
  place: Place;
  currency: string;
  totals: Sums;
  /** The minutes of a full bar. */
  most: number;
  /** The row has the keyboard focus; its numbers are in the tab order. */
  isCurrent: boolean;
  onCurrent: () => void;
  onToggle: () => void;
  onPoint: () => void;
  onRetry: () => void;
};

export const TreeRow = ({ line, ...props }: Props & { line: Line }) =>
  line.kind === 'sums' ? <SumsRow line={line} {...props} /> : <WaitingRow line={line} {...props} />;

type LineProps = Props & { line: SumsLine };

function SumsRow(props: LineProps) {
  const { line, columns, isCurrent, onCurrent, onToggle, onPoint } = props;
  const press = ({ target }: MouseEvent) => {
    if (line.isOpenable && target instanceof Element && !target.closest('a')) onToggle();
  };
  return (
    <tr
      className={`${table.row} ${classes.row}`}
      data-row={line.key}
      data-openable={line.isOpenable}
      data-gone={line.isGone}
      aria-level={line.depth}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={line.isOpenable ? line.isOpen : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onCurrent}
      onClick={press}
      {...(line.isOpenable && !line.isOpen && prefetchOnHover(onPoint))}
    >
      {columns.map((column) =>
        column.id === 'name' ? (
          <NameCell key="name" {...props} isFolded={columns.length === 2} />
        ) : (
          <td key={column.id} data-align={column.align ?? 'start'}>
            {column.figure && <FigureLink {...props} figure={column.figure} />}
            {column.id === 'share' && <Share sums={line.row} most={props.most} all={props.totals.minutes} />}
          </td>
        ),
      )}
    </tr>
  );
}

function FigureLink({ line, place, currency, isCurrent, figure }: LineProps & { figure: Figure }) {
  return (
    <>
      <RowsLink
        narrow={{ ...narrowOf(line, place), ...figure.narrow }}
        isNothing={line.isGone === true || !figure.isAny(line.row)}
        tabIndex={isCurrent ? 0 : -1}
      >
        {figure.show(line.row, currency)}
      </RowsLink>
      {line.row.was !== undefined && figure.change?.(line.row, line.row.was)}
    </>
  );
}

function NameCell({ line, place, isCurrent, isFolded }: LineProps & { isFolded: boolean }) {
  const { row, depth, isOpenable } = line;
  const to = reportOf(line, place);
  return (
    <th scope="row">
      <span className={classes.name} data-depth={depth}>
        <span className={classes.chevron} aria-hidden>
          {isOpenable && <ChevronRight size={16} />}
        </span>
        {row.colour && <ProjectDot colour={row.colour} />}
        <span className={classes.words}>
          {to ? (
            <Link to={to} search={toReport} className={classes.report} tabIndex={isCurrent ? 0 : -1}>
              {row.name}
            </Link>
          ) : (
            row.name
          )}
          {isFolded && row.items > 0 && <small className="dimmed">{m.reports_count({ count: row.items })}</small>}
          {row.was && row.items === 0 && <small className="dimmed">{m.reports_only_before()}</small>}
          {line.isGone && <small className="dimmed">{m.ui_gone()}</small>}
        </span>
      </span>
    </th>
  );
}

/** The URL of the report of a row; workers have none. */
function reportOf({ level, row, ids }: SumsLine, place: Place): string | null {
  if (!row.isOpenable || level === 'worker') return null;
  const [projectId = '', taskId = ''] = [place.projectId, ...ids].filter((id) => id !== undefined);
  return level === 'project'
    ? pathTo('/reports/projects/{projectId}', { projectId })
    : pathTo('/reports/projects/{projectId}/tasks/{taskId}', { projectId, taskId });
}

const WaitingRow = ({ line, columns, onRetry }: Props & { line: WaitingLine }) => (
  <tr className={table.row} aria-level={line.depth} aria-busy={line.kind === 'waiting'}>
    <td colSpan={columns.length}>
      {line.kind === 'waiting' ? (
        <Skeleton height={20} />
      ) : (
        <span className={classes.failed} role="alert">
          {m.reports_branch_failed()}
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {m.shell_try_again()}
          </Button>
        </span>
      )}
    </td>
  </tr>
);
