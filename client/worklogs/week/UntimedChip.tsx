import type { Worklog } from '#contract/worklogs.ts';
import { DurationText, MoneyText } from '../../ui/texts.tsx';
import { statusIcons } from '../../worklog/status-icons.ts';
import { blockLabel } from './describe.ts';
import { worklogKey } from './keyboard-stops.ts';
import classes from './week.module.css';

type Props = { worklog: Worklog; zone: string; isCurrent: boolean; onOpen: (id: string) => void };

/** An expense, or a worklog of a day and a duration: without times, it stands above the hours and cannot be moved there. */
export function UntimedChip({ worklog, zone, isCurrent, onOpen }: Props) {
  const { id, colour, taskName, minutes, expense, status, day } = worklog;
  const Icon = statusIcons[status];
  return (
    <li>
      <button
        type="button"
        className={classes.chip}
        data-worklog={id}
        data-stop={worklogKey(day, id)}
        data-status={status}
        tabIndex={isCurrent ? 0 : -1}
        style={{ borderInlineStartColor: `var(--project-${colour})` }}
        onClick={() => onOpen(id)}
      >
        <span className="visually-hidden">{blockLabel(worklog, zone, false)}</span>
        <span aria-hidden className={classes.state} data-status={status}>
          <Icon size={12} strokeWidth={2.25} aria-hidden />
        </span>
        <span aria-hidden className={classes.task}>
          {taskName}
        </span>
        <span aria-hidden className={classes.time}>
          {minutes === null ? expense && <MoneyText money={expense} /> : <DurationText minutes={minutes} />}
        </span>
      </button>
    </li>
  );
}
