import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MouseEvent } from 'react';
import { numberFormat } from '#domain/intl.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { getLocale } from '#locales/runtime.js';
import { pathTo } from '../routes.ts';
import { Button } from '../ui/Button.tsx';
import { prefetchOnHover } from '../ui/prefetch-on-hover.ts';
import { projectTitle } from '../ui/project-title.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import table from '../ui/table.module.css';
import { wholeTextOnHover } from '../ui/whole-text.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { BudgetBelowName } from './budget-column.tsx';
import type { TreeColumn, TreeFigure } from './columns.tsx';
import { type ReportSubject, reportSearch } from './filter.ts';
import { rowName } from './group-texts.ts';
import type { ReportSums } from './sums.ts';
import classes from './tree.module.css';
import type { PlaceholderLine, SumsLine, TreeLine } from './tree.ts';
import { focusParentRow } from './tree-keys.ts';
import type { Report } from './use-report.ts';
import { WorklogsLink } from './WorklogsLink.tsx';

type Props = {
  columns: readonly TreeColumn[];
  report: Report;
  totals: ReportSums;
  /** The minutes of a full bar. */
  maxMinutes: number;
  /** The row has the keyboard focus; its numbers are in the tab order. */
  isCurrent: boolean;
  onCurrent: () => void;
  onToggle: () => void;
  onPoint: () => void;
  onRetry: () => void;
};

export const TreeRow = ({ line, ...props }: Props & { line: TreeLine }) =>
  line.kind === 'sums' ? <SumsRow line={line} {...props} /> : <PlaceholderRow line={line} {...props} />;

type LineProps = Props & { line: SumsLine };

/** In characters: on a phone, about two lines beside the figures. */
const maxShortName = 32;

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
      data-long-name={rowName(line.group, line.row).length > maxShortName}
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
          <NameCell key="name" {...props} />
        ) : (
          <td key={column.id} data-align={column.align ?? 'start'}>
            {column.figure && <FigureLink {...props} figure={column.figure} />}
            {column.cell?.(line)}
            {column.id === 'share' && (
              <HoursShare sums={line.row} maxMinutes={props.maxMinutes} all={props.totals.minutes} />
            )}
          </td>
        ),
      )}
    </tr>
  );
}

function FigureLink({ line, report, isCurrent, figure }: LineProps & { figure: TreeFigure }) {
  return (
    <>
      <WorklogsLink
        narrow={{ ...line.narrow, ...figure.narrow }}
        isNothing={line.isGone === true || !figure.isAny(line.row)}
        tabIndex={isCurrent ? 0 : -1}
      >
        {figure.show(line.row, report.company.currency)}
      </WorklogsLink>
      {line.row.was !== undefined && figure.change?.(line.row, line.row.was)}
    </>
  );
}

function NameCell({ line, columns, report, isCurrent }: LineProps) {
  const { group, row, depth, isOpenable } = line;
  const name = rowName(group, row);
  const to = reportOf(line);
  const count = columns.some(({ id }) => id === 'items') ? null : countOf(line);
  return (
    <th scope="row">
      <span className={classes.name} data-depth={depth}>
        <span className={classes.chevron} aria-hidden>
          {isOpenable && <ChevronRight size={16} />}
        </span>
        {row.colour && <ProjectDot colour={row.colour} />}
        <span className={classes.words} {...wholeTextOnHover}>
          {to ? (
            <Link
              to={to}
              search={reportSearch}
              className={`${classes.report} ${classes.label}`}
              tabIndex={isCurrent ? 0 : -1}
            >
              {name}
            </Link>
          ) : (
            <span className={classes.label}>{name}</span>
          )}
          <BelowName above={aboveOf(line, report.subject)} count={count} />
          {row.budget && columns.length === 2 && report.levels[0] === 'task' && (
            <BudgetBelowName budget={row.budget} currency={report.company.currency} />
          )}
          {row.was && row.items === 0 && <small className="dimmed">{m.reports_only_before()}</small>}
          {line.isGone && <small className="dimmed">{m.ui_gone()}</small>}
        </span>
      </span>
    </th>
  );
}

type BelowNameProps = { above: string | null; count: string | null };

/** What has no column: the rows above, and the count. */
const BelowName = ({ above, count }: BelowNameProps) =>
  (above ?? count) !== null && (
    <small className={`dimmed ${classes.below}`}>
      {above !== null && <span>{isolated(above)} </span>}
      {count !== null && <span>{count}</span>}
    </small>
  );

const countOf = ({ row }: SumsLine): string | null => (row.items > 0 ? m.reports_count({ count: row.items }) : null);

/** The URL of the report of a row; only projects and tasks have one. */
function reportOf({ group, row }: SumsLine): string | null {
  if (!row.isOpenable) return null;
  if (group === 'project') return pathTo('/reports/projects/{projectId}', { projectId: row.id });
  return (
    row.project && pathTo('/reports/projects/{projectId}/tasks/{taskId}', { projectId: row.project.id, taskId: row.id })
  );
}

/** Projects of several clients may have the same name, and tasks of several projects: what the rows above do not say. */
function aboveOf({ group, row, narrow }: SumsLine, { projectId }: ReportSubject): string | null {
  if (projectId !== undefined) return null;
  const clientName = narrow.clients ? null : row.clientName;
  if (group === 'project') return clientName;
  return row.project && !narrow.projects ? projectTitle({ clientName, projectName: row.project.name }) : null;
}

const PlaceholderRow = ({ line, columns, onRetry }: Props & { line: PlaceholderLine }) => (
  <tr className={table.row} aria-level={line.depth} aria-busy={line.kind === 'loading'}>
    <td colSpan={columns.length}>
      {line.kind === 'loading' ? (
        <Skeleton height={20} />
      ) : (
        <span className={classes.failed} role="alert">
          {m.reports_branch_failed()}
          <Button
            variant="default"
            size="compact-sm"
            onClick={({ currentTarget }) => {
              // The button is gone while it loads.
              focusParentRow(currentTarget);
              onRetry();
            }}
          >
            {m.shell_try_again()}
          </Button>
        </span>
      )}
    </td>
  </tr>
);

type HoursShareProps = {
  sums: ReportSums;
  /** The minutes of a full bar. */
  maxMinutes: number;
  /** The minutes that are 100 percent. */
  all: number;
};

/** The share of all hours: a bar by status (pending is hatched), and the percentage. */
function HoursShare({ sums: { minutes, approvedMinutes, pendingMinutes }, maxMinutes, all }: HoursShareProps) {
  const percent = numberFormat(getLocale(), { style: 'percent' }).format(all === 0 ? 0 : minutes / all);
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${(minutes / maxMinutes) * 100}%` }}>
          <span className={classes.approved} style={{ flexGrow: approvedMinutes }} />
          <span className={classes.pending} style={{ flexGrow: pendingMinutes }} />
          <span className={classes.rejected} style={{ flexGrow: minutes - approvedMinutes - pendingMinutes }} />
        </span>
      </span>
      <span className={classes.percent}>{percent}</span>
    </span>
  );
}
