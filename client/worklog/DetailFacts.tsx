import type { ReactNode } from 'react';
import type { Worklog } from '#contract/worklogs.ts';
import { isWithoutTimes } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { projectTitle } from '../ui/project-title.ts';
import { DayText, DurationText, MoneyText } from '../ui/texts.tsx';
import classes from './detail.module.css';
import { ProjectDot } from './ProjectDot.tsx';
import { WorklogTimes } from './row-cells.tsx';
import { WorklogMarks } from './WorklogMarks.tsx';

/** Project and task, duration or amount, day and times. */
export function DetailFacts({ worklog, children }: { worklog: Worklog; children?: ReactNode }) {
  return (
    <div className={classes.facts}>
      <p className={classes.work}>
        <ProjectDot colour={worklog.colour} />
        <span>
          {projectTitle(worklog)} <span className="dimmed">·</span> {isolated(worklog.taskName)}
        </span>
      </p>
      <div className={classes.figures}>
        {worklog.minutes !== null && (
          <p className={classes.figure}>
            <DurationText minutes={worklog.minutes} />
          </p>
        )}
        {worklog.expense && (
          <p className={classes.figure}>
            <MoneyText money={worklog.expense} />
          </p>
        )}
        <p>
          <DayText day={worklog.day} />
          {worklog.minutes !== null && (
            <>
              {', '}
              {isWithoutTimes(worklog) ? m.worklog_no_times_after_day() : <WorklogTimes worklog={worklog} />}
            </>
          )}
        </p>
      </div>
      <WorklogMarks worklog={worklog} />
      {children}
    </div>
  );
}
