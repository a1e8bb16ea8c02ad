import type { ProjectRow } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { BudgetBar } from '../budgets/BudgetBar.tsx';
import { formatDate, formatDayRange } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationInColumn } from '../ui/texts.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './projects.module.css';

type Place = { isNarrowTable: boolean; hasClients: boolean; isGrouped: boolean };

/**
 * Period and client are shown only where there are any. A narrow table has both beside the name, and no count
 * of tasks, which a card has neither; on a card the client is beside the hours. Where projects are grouped by client, it is
 * only above them.
 */
export function projectColumns(
  rows: readonly ProjectRow[],
  { isNarrowTable, hasClients, isGrouped }: Place,
): TableColumn<ProjectRow>[] {
  const hasPeriod = rows.some(({ startsOn, endsOn }) => startsOn ?? endsOn);
  const hasNoClientColumn = isNarrowTable || isGrouped;
  const hidden = [
    ...(isNarrowTable || !hasPeriod ? ['endsOn'] : []),
    ...(hasNoClientColumn || !hasClients ? ['client'] : []),
    ...(isNarrowTable ? ['openTasks'] : []),
  ];
  return columns(isNarrowTable, isGrouped)
    .filter(({ id }) => !hidden.includes(id))
    .map((column) =>
      hasNoClientColumn && hasClients && column.id === 'name'
        ? { ...column, below: { id: 'client', header: m.clients_client() } }
        : column,
    );
}

const columns = (isNarrowTable: boolean, isGrouped: boolean): TableColumn<ProjectRow>[] => [
  {
    id: 'name',
    canBreak: true,
    header: m.projects_name(),
    isSortable: true,
    onCard: 'title',
    cell: ({ name, clientName, code, colour, startsOn, endsOn }) => (
      <span className={classes.name}>
        <ProjectDot colour={colour} />
        <span className={classes.nameParts}>
          <span className={classes.nameText} title={name}>
            {name}
          </span>
          {code !== '' && <span className={classes.code}>{code}</span>}
          {isNarrowTable && clientName !== null && !isGrouped && (
            <span className={classes.client}>{isolated(clientName)}</span>
          )}
          {isNarrowTable && (startsOn ?? endsOn) && (
            <span className="dimmed small numeric">{periodText(startsOn, endsOn)}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    id: 'client',
    canBreak: true,
    header: m.clients_client(),
    isSortable: true,
    onCard: 'hidden',
    cell: ({ clientName }) => <span dir="auto">{clientName ?? '–'}</span>,
  },
  {
    id: 'endsOn',
    header: m.projects_period(),
    isSortable: true,
    cell: ({ startsOn, endsOn }) => <span className="numeric">{periodText(startsOn, endsOn)}</span>,
  },
  {
    id: 'openTasks',
    header: m.projects_open_tasks(),
    onCard: 'hidden',
    align: 'end',
    width: '120px',
    isSortable: true,
    cell: ({ openTasks }) => <span className="numeric">{openTasks}</span>,
  },
  {
    id: 'hours',
    header: m.projects_hours(),
    align: 'end',
    width: '140px',
    isSortable: true,
    onCard: 'bare-line',
    cell: ({ minutes, clientName }) => (
      <span className={classes.hours}>
        <span className={classes.cardLabel}>{clientName === null ? m.projects_hours() : isolated(clientName)}</span>
        <DurationInColumn minutes={minutes} />
      </span>
    ),
  },
  {
    id: 'budget',
    onCard: 'bare-line',
    header: m.projects_budget(),
    width: isNarrowTable ? '38%' : '32%',
    cell: ({ worstBudget }) =>
      worstBudget ? <BudgetBar line={worstBudget} /> : <small className="dimmed">{m.projects_no_budget()}</small>,
  },
];

function periodText(startsOn: string | null, endsOn: string | null): string {
  if (startsOn && endsOn) return formatDayRange(startsOn, endsOn);
  if (startsOn) return m.projects_from({ day: formatDate(startsOn) });
  return endsOn ? m.projects_until({ day: formatDate(endsOn) }) : '–';
}
