import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { projectTitle } from '../../ui/project-title.ts';
import { DurationText, TimeRangeText } from '../../ui/texts.tsx';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import type { PlannedChange, SheetPolicies } from './plan.ts';
import { durationText, overlapSentence, problemSentence } from './texts.ts';
import classes from './timesheet.module.css';

type Props = { change: PlannedChange; policies: SheetPolicies; zone: string };

/** A worklog that will be created, or made longer or shorter; or the reason why it will not. */
export function PlannedLine({ change, policies, zone }: Props) {
  const { cell, minutes, times, problem, overlapping } = change;
  const { task, day, amends } = cell;
  const warning = problemSentence(change, policies) ?? (overlapping.length > 0 ? overlapSentence(overlapping) : null);
  return (
    <li data-problem={problem !== null}>
      <span className={classes.plannedTask}>
        <ProjectDot colour={task.colour} />
        <span>
          {isolated(task.taskName)} <span className="dimmed">{projectTitle(task)}</span>
        </span>
      </span>
      <span className={classes.plannedTimes}>
        {problem === null && times && (
          <TimeRangeText
            startsAt={times.startsAt.toISOString()}
            endsAt={times.endsAt.toISOString()}
            zone={amends?.zone ?? zone}
            day={day}
          />
        )}
      </span>
      <span className={classes.plannedLength}>
        {problem === 'unreadable' ? <q>{cell.typed}</q> : <DurationText minutes={minutes} />}{' '}
        <span className="dimmed small">
          {amends ? m.timesheet_from({ before: durationText(cell.minutes) }) : m.timesheet_new()}
        </span>
      </span>
      {warning !== null && (
        <p className={classes.plannedProblem} data-tone={problem === null ? 'pending' : 'rejected'}>
          <TriangleAlert size={14} aria-hidden />
          {warning}
        </p>
      )}
    </li>
  );
}
