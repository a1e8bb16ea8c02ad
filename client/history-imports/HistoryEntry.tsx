import type { HistoryExample } from '#contract/history-rows.ts';
import { formatDate, formatTimeOfDay } from '../ui/format.ts';
import { DurationText } from '../ui/texts.tsx';
import classes from './history.module.css';

type Props = {
  row: Pick<HistoryExample, 'day' | 'startsAt' | 'endsAt' | 'seconds' | 'project' | 'task' | 'notes'>;
};

/** A row of a file: when, or how long where it has no times, and on what. */
export const HistoryEntry = ({ row: { day, startsAt, endsAt, seconds, project, task, notes } }: Props) => (
  <>
    {day && formatDate(day)}{' '}
    {startsAt ? `${timeOf(startsAt)}–${timeOf(endsAt)}` : <DurationText minutes={Math.round(seconds / 60)} />}
    <span className={`dimmed ${classes.entry}`} dir="auto">
      {[project, task, notes].filter((text) => text !== '').join(' · ')}
    </span>
  </>
);

const timeOf = (wall: string | null): string => (wall === null ? '' : formatTimeOfDay(wall.slice(11)));
