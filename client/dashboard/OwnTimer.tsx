import Square from 'lucide-react/icons/square';
import TimerIcon from 'lucide-react/icons/timer';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { StartTimer } from '../timers/StartTimer.tsx';
import { type TimerState, useElapsed, useTimer, useTimerActions } from '../timers/timer.ts';
import { Button } from '../ui/Button.tsx';
import classes from './own-day.module.css';

/** Beside the field of quick entry while no timer runs. */
export function StartOwnTimer() {
  if (useTimer() !== null) return null;
  return (
    <StartTimer
      align="start"
      button={(trigger) => (
        <Button {...trigger} variant="default" leftSection={<TimerIcon size={16} strokeWidth={1.75} aria-hidden />}>
          {m.timer_start()}
        </Button>
      )}
    />
  );
}

/** The last row of the own day while a timer runs. */
export function OwnTimerRow() {
  const running = useTimer();
  const { stop, isBusy } = useTimerActions();
  if (!running || running.timer.stoppedAt !== null) return null;
  const { timer } = running;
  return (
    <li>
      <div className={classes.row}>
        <span className={classes.time}>
          <Elapsed {...running} />
        </span>
        <span className={classes.task}>
          {m.dashboard_running()} · {timer.task ? isolated(timer.task.taskName) : m.timer_no_task()}
        </span>
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          leftSection={<Square size={12} fill="currentColor" aria-hidden />}
          onClick={() => stop(timer).then(() => document.getElementById('content')?.focus())}
        >
          {m.timer_stop()}
          <span className="visually-hidden"> {m.timer_title()}</span>
        </Button>
      </div>
    </li>
  );
}

/** The only part that is rendered every second. */
const Elapsed = (running: TimerState) => <span className="numeric">{useElapsed(running)}</span>;
