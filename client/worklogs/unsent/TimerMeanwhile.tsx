import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { m } from '#locales/messages.js';
import { isRecord } from '../../storage.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../worklog/StatusBadge.tsx';
import { describeWorklog } from '../describe.ts';
import { useWorklog } from '../loader.ts';
import type { ShownEntry } from './entry.ts';
import { endTimerNow, keepAsNew } from './resolve.ts';
import classes from './unsent.module.css';

export const isAboutTimer = (code: string | null): boolean =>
  code === 'timer.missing' || code === 'timer.changed-since-seen';

type Props = { entry: ShownEntry; isBusy: boolean; act: (work: Promise<unknown>) => void };

/** The timer that was stopped here had been ended or changed on another device. What became of it has its id. */
export function TimerMeanwhile({ entry, isBusy, act }: Props) {
  const isEnded = entry.refusedCode === 'timer.missing';
  const { data: found } = useWorklog(isEnded ? entry.id : null);
  const current = found?.worklog;
  const version = versionIn(entry.problem?.extra.timer);
  return (
    <Alert tone="error" icon={<TriangleAlert size={18} aria-hidden />}>
      <p>{isEnded ? m.unsent_timer_ended() : m.unsent_timer_changed()}</p>
      {current && (
        <p className={classes.current}>
          {describeWorklog(current)} <StatusBadge status={current.status} />
        </p>
      )}
      {isEnded && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => act(keepAsNew(entry.id))}>
          {m.unsent_keep_as_new()}
        </Button>
      )}
      {version !== null && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          onClick={() => act(endTimerNow(entry.id, version))}
        >
          {m.unsent_end_anyway()}
        </Button>
      )}
    </Alert>
  );
}

const versionIn = (timer: unknown): number | null =>
  isRecord(timer) && typeof timer.version === 'number' ? timer.version : null;
