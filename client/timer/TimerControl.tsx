import TimerIcon from 'lucide-react/icons/timer';
import { useEffect, useRef } from 'react';
import { m } from '#locales/messages.js';
import { markTitle } from '../shell/title.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLabel, MenuLine } from '../ui/Menu.tsx';
import { RunningTimer } from './RunningTimer.tsx';
import { TimerTasks } from './TimerTasks.tsx';
import classes from './timer.module.css';
import { useTimer, useTimerMoves } from './timer.ts';

/** In the bar of whoever may log: starts the timer, or shows the one that runs. In a chunk of its own. */
export function TimerControl() {
  const running = useTimer();
  const place = useRef<HTMLDivElement>(null);
  const isTicking = running ? running.timer.stoppedAt === null : false;
  useEffect(() => {
    markTitle(isTicking ? '▶ ' : '');
    return () => markTitle('');
  }, [isTicking]);
  // What was pressed goes away with what it did: the focus goes on to what stands in its place.
  const focusAgain = () =>
    setTimeout(() => {
      if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    });
  if (running === undefined) return null;
  return (
    <div ref={place} className={classes.timer} data-timer={running ? 'on' : 'off'}>
      {running ? <RunningTimer running={running} onDone={focusAgain} /> : <StartTimer onDone={focusAgain} />}
    </div>
  );
}

function StartTimer({ onDone }: { onDone: () => void }) {
  const { start, isBusy } = useTimerMoves();
  const choose = (taskId: string | null) => start(taskId).then(onDone);
  return (
    <Menu
      align="end"
      width={320}
      button={(trigger) => (
        <IconButton
          {...trigger}
          aria-label={m.timer_start()}
          aria-keyshortcuts="T"
          tip={m.timer_start()}
          disabled={isBusy}
        >
          <TimerIcon size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      )}
    >
      <MenuLabel>{m.timer_start()}</MenuLabel>
      <TimerTasks except={null} onChoose={choose} />
      <MenuLine />
      <MenuItem onSelect={() => choose(null)}>{m.timer_without_task()}</MenuItem>
    </Menu>
  );
}
