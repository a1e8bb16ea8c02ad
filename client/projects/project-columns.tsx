import type { ProjectRow } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { BudgetBar } from '../budgets/BudgetBar.tsx';
import { formatDate, formatDayRange } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { DurationInColumn } from '../ui/texts.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './projects.module.css';

/** The period column is shown only if some project has a period. */
export const projectColumns = (rows: readonly ProjectRow[]): TableColumn<ProjectRow>[] =>
  columns().filter(({ id }) => id !== 'endsOn' || rows.some(({ startsOn, endsOn }) => startsOn ?? endsOn));

const columns = (): TableColumn<ProjectRow>[] => [
  {
    id: 'name',
    canBreak: true,
    header: m.projects_name(),
    isSortable: true,
    onCard: 'title',
    cell: ({ name, code, colour }) => (
      <span className={classes.name}>
        <ProjectDot colour={colour} />
        <span className={classes.nameText}>{name}</span>
        {code !== '' && <span className={classes.code}>{code}</span>}
      </span>
    ),
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
    cell: ({ minutes }) => <DurationInColumn minutes={minutes} />,
  },
  {
    id: 'budget',
    onCard: 'bare-line',
    header: m.projects_budget(),
    width: '380px',
    cell: ({ worstBudget }) =>
      worstBudget ? <BudgetBar line={worstBudget} /> : <span className="dimmed">{m.projects_no_budget()}</span>,
  },
];

function periodText(startsOn: string | null, endsOn: string | null): string {
  if (startsOn && endsOn) return formatDayRange(startsOn, endsOn);
  if (startsOn) return m.projects_from({ day: formatDate(startsOn) });
  return endsOn ? m.projects_until({ day: formatDate(endsOn) }) : '–';
}
