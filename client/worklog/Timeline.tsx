import type { Worklog } from '#contract/worklogs.ts';
import { foreignZone, formatTime } from '../ui/format.ts';
import classes from './day-timeline.module.css';
import type { DayLayout } from './day-timeline.ts';

type TimelineWorklog = Pick<Worklog, 'id' | 'taskName' | 'colour' | 'status' | 'startsAt' | 'endsAt'>;

/** `subject` is highlighted. */
type Props<W extends TimelineWorklog> = { layout: DayLayout<W>; subject?: W; zone: string };

/** The worklogs of a day on a scale of hours. Decorative: a list with the same figures is below it. */
export function Timeline<W extends TimelineWorklog>({ layout, subject, zone }: Props<W>) {
  return (
    <div className={classes.picture} aria-hidden>
      <div className={classes.lanes} style={{ height: layout.lanes * 32 - 4 }}>
        {layout.ticks.map(({ at, left }) => (
          <span key={at} className={classes.line} style={{ left: `${left}%` }} />
        ))}
        {layout.blocks.map(({ worklog, left, width, lane }) => (
          <span
            key={worklog.id}
            className={classes.block}
            data-subject={worklog.id === subject?.id}
            data-status={worklog.status}
            style={{
              left: `${left}%`,
              width: `${width}%`,
              top: lane * 32,
              borderInlineStartColor: `var(--project-${worklog.colour})`,
            }}
          >
            {worklog.taskName}
          </span>
        ))}
      </div>
      <div className={classes.scale}>
        {layout.ticks.map(({ at, left }) => (
          <span key={at} className="numeric" style={{ left: `${left}%` }}>
            {formatTime(at, zone)}
          </span>
        ))}
      </div>
      {subject?.startsAt && <p className="dimmed small">{foreignZone(subject.startsAt, zone)}</p>}
    </div>
  );
}
