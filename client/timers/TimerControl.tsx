import { useRouter } from '@tanstack/react-router';
import TimerIcon from 'lucide-react/icons/timer';
import { useEffect, useRef } from 'react';
import { m } from '#locales/messages.js';
import { setTitlePrefix } from '../shell/document-title.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { RunningTimer } from './RunningTimer.tsx';
import { StartTimer } from './StartTimer.tsx';
import classes from './timer.module.css';
import { useTimer } from './timer.ts';

/** In the bar, for users who may log work: starts a timer, or shows the running one. In its own chunk. */
export function TimerControl() {
  const running = useTimer();
  const container = useRef<HTMLDivElement>(null);
  const isTicking = running ? running.timer.stoppedAt === null : false;
  useEffect(() => {
    setTitlePrefix(isTicking ? '▶ ' : '');
    return () => setTitlePrefix('');
  }, [isTicking]);
  const router = useRouter();
  const isReady = running !== undefined;
  useEffect(() => {
    if (!isReady || !location.search.includes('timer=start')) return;
    import('./requested-start.ts')
      .then((file) => file.openRequestedTimer(container.current, router))
      .catch(reportError);
  }, [isReady, router]);
  // The clicked button is replaced by its own action: the focus moves to the button that replaces it.
  const restoreFocus = () =>
    setTimeout(() => {
      if (document.activeElement === document.body) container.current?.querySelector('button')?.focus();
    });
  if (running === undefined) return null;
  return (
    <div ref={container} className={classes.timer} data-timer={running ? 'on' : 'off'}>
      {running ? (
        <RunningTimer running={running} onDone={restoreFocus} />
      ) : (
        <StartTimer
          align="end"
          onDone={restoreFocus}
          button={(trigger) => (
            <IconButton {...trigger} aria-label={m.timer_start()} aria-keyshortcuts="T">
              <TimerIcon size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          )}
        />
      )}
    </div>
  );
}
