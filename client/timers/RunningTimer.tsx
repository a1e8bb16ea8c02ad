import ChevronDown from 'lucide-react/icons/chevron-down';
import Square from 'lucide-react/icons/square';
import { m } from '#locales/messages.js';
import { pathTo } from '../routes.ts';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import { isKept, timerKeeper } from './on-device.ts';
import { SwitchTimer } from './SwitchTimer.tsx';
import { TimerPanel } from './TimerPanel.tsx';
import classes from './timer.module.css';
import { type TimerState, useElapsed, useTimerActions } from './timer.ts';

type Props = { running: TimerState; onDone: () => void };

/** Elapsed time and task; opens the panel that edits the timer. */
export function RunningTimer({ running, onDone }: Props) {
  const { timer } = running;
  const WaitingSign = isKept(timer) ? timerKeeper()?.WaitingSign : null;
  const { stop, isBusy } = useTimerActions();
  const task = timer.task?.taskName ?? m.timer_no_task();
  const isStopped = timer.stoppedAt !== null;
  return (
    <div className={classes.chip} data-stopped={isStopped || undefined}>
      <Popup
        label={m.timer_title()}
        align="end"
        width={340}
        className={classes.panel}
        button={(trigger) => (
          <button {...trigger} type="button" className={classes.open}>
            {timer.task && <ProjectDot colour={timer.task.colour} />}
            <Elapsed {...running} />
            <span className={classes.task}>{task}</span>
            {WaitingSign && <WaitingSign />}
            <span className="visually-hidden">{isStopped ? m.timer_open_stopped() : m.timer_open()}</span>
            <ChevronDown size={14} aria-hidden />
          </button>
        )}
      >
        {(close) => <TimerPanel key={timer.id} running={running} onClose={close} onDone={onDone} />}
      </Popup>
      {!isStopped && <SwitchTimer timer={timer} onDone={onDone} />}
      {isStopped ? (
        <LinkButton size="compact-sm" href={`${pathTo('/worklogs')}?timer=${timer.id}`} className={classes.act}>
          {m.timer_finish()}
        </LinkButton>
      ) : (
        <Button
          size="compact-sm"
          className={classes.act}
          loading={isBusy}
          aria-keyshortcuts="X"
          leftSection={<Square size={12} fill="currentColor" aria-hidden />}
          onClick={() => stop(timer).then(onDone)}
        >
          {m.timer_stop()}
        </Button>
      )}
    </div>
  );
}

/** The only part that is rendered every second. */
const Elapsed = (running: TimerState) => <span className={classes.elapsed}>{useElapsed(running)}</span>;
