import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import type { Timer } from '#contract/timers.ts';
import { m } from '#locales/messages.js';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuLabel } from '../ui/Menu.tsx';
import { TimerTasks } from './TimerTasks.tsx';
import classes from './timer.module.css';
import { useTimerActions } from './timer.ts';

/** Switches to another task: the measured time becomes a worklog. A timer without a task gets the task instead. */
export function SwitchTimer({ timer, onDone }: { timer: Timer; onDone: () => void }) {
  const { start, change, isBusy, showFailure } = useTimerActions();
  const label = timer.task ? m.timer_switch() : m.timer_choose_task();
  const choose = (task: NonNullable<Timer['task']>) =>
    (timer.task ? start(task, timer) : change(timer, { task }).catch(showFailure)).then(onDone);
  return (
    <Menu
      align="end"
      width={320}
      button={(trigger) => (
        <IconButton
          {...trigger}
          className={classes.switch}
          aria-label={label}
          aria-keyshortcuts="T"
          tip={label}
          disabled={isBusy}
        >
          <ArrowRightLeft size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    >
      <MenuLabel>{label}</MenuLabel>
      <TimerTasks except={timer.task?.taskId ?? null} onChoose={choose} />
    </Menu>
  );
}
