import type { ProjectRow } from '#contract/projects.ts';
import { m } from '#locales/messages.js';
import { formatDate, formatDayRange } from '../ui/format.ts';
import type { TableColumn } from '../ui/table.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { HoursUsed } from './HoursUsed.tsx';
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
    width: '320px',
    isSortable: true,
    cell: ({ minutes, budgetMinutes, colour }) => (
      <HoursUsed minutes={minutes} budgetMinutes={budgetMinutes} colour={colour} />
    ),
  },
];

function periodText(startsOn: string | null, endsOn: string | null): string {
  if (startsOn && endsOn) return formatDayRange(startsOn, endsOn);
  if (startsOn) return m.projects_from({ day: formatDate(startsOn) });
  return endsOn ? m.projects_until({ day: formatDate(endsOn) }) : '–';
}
