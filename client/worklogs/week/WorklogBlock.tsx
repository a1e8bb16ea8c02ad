import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Worklog } from '#contract/worklogs.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { statusLabel } from '../../worklog/labels.ts';
import { statusIcons } from '../../worklog/status-icons.ts';
import { blockLabel, formatSpan } from './describe.ts';
import { worklogKey } from './keyboard-stops.ts';
import { type PlacedBlock, worklogSpan } from './layout.ts';
import { hourHeight, minBlockHeight } from './sizes.ts';
import { useIsBeingMoved } from './time-draft.ts';
import classes from './week.module.css';

type Props = {
  block: PlacedBlock<Worklog>;
  day: string;
  first: number;
  zone: string;
  isCurrent: boolean;
  onOpen: (id: string) => void;
};

/** A worklog in the day column. Only worklogs that may be changed have handles for resizing. */
export function WorklogBlock({ block, day, first, zone, isCurrent, onOpen }: Props) {
  const { worklog, top, bottom, lane, lanes, continuesFromPreviousDay, continuesOnNextDay } = block;
  const isLifted = useIsBeingMoved(worklog.id);
  const isOpenToChange = worklog.actions.amend === true;
  // One pixel less, so that adjacent blocks are distinguishable.
  const height = Math.max(minBlockHeight, (bottom - top) * hourHeight) - 1;
  return (
    <li
      className={classes.slot}
      style={{
        top: (top - first) * hourHeight,
        height,
        left: `${(lane / lanes) * 100}%`,
        width: `${100 / lanes}%`,
      }}
    >
      <button
        type="button"
        className={classes.block}
        data-worklog={worklog.id}
        data-stop={worklogKey(day, worklog.id)}
        data-status={worklog.status}
        data-movable={isOpenToChange}
        data-lifted={isLifted}
        data-continued={continuesFromPreviousDay}
        data-continues-on-next-day={continuesOnNextDay}
        tabIndex={isCurrent ? 0 : -1}
        style={{ borderInlineStartColor: `var(--project-${worklog.colour})` }}
        onClick={() => onOpen(worklog.id)}
      >
        <span className="visually-hidden">{blockLabel(worklog, zone, continuesFromPreviousDay)}</span>
        <span className={classes.tint} style={{ background: `var(--project-${worklog.colour})` }} />
        {isOpenToChange && !continuesFromPreviousDay && <span data-edge="start" className={classes.edge} />}
        <Lines worklog={worklog} zone={zone} height={height} />
        {isOpenToChange && !continuesOnNextDay && <span data-edge="end" className={classes.edge} />}
      </button>
    </li>
  );
}

const heightOf = { two: 38, three: 56, four: 76 } as const;

/** As many lines of text as fit: one to four. */
function Lines({ worklog, zone, height }: { worklog: Worklog; zone: string; height: number }) {
  const { taskName, status, isConflicting } = worklog;
  const span = worklogSpan(worklog);
  const times = span && formatSpan(span, zone);
  const Icon = statusIcons[status];
  const state = (
    <span className={classes.state} data-status={status}>
      <Icon size={12} strokeWidth={2.25} aria-hidden />
      {height >= heightOf.three && <span className={classes.statusLabel}>{statusLabel(status)}</span>}
      {isConflicting && <TriangleAlert size={12} className={classes.overlaps} aria-hidden />}
    </span>
  );
  if (height < heightOf.two) {
    return (
      <span className={classes.line} aria-hidden>
        {state}
        <span className={classes.task}>{taskName}</span>
        <span className={classes.time}>{times}</span>
      </span>
    );
  }
  return (
    <span className={classes.lines} aria-hidden>
      <span className={classes.task}>{taskName}</span>
      {height >= heightOf.four && <span className={classes.project}>{projectTitle(worklog)}</span>}
      <span className={classes.line}>
        {height < heightOf.three && state}
        <span className={classes.time}>{times}</span>
      </span>
      {height >= heightOf.three && state}
    </span>
  );
}
