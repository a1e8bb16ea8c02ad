import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { m } from '#locales/messages.js';
import { isRecord } from '../../storage.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../worklog/StatusBadge.tsx';
import { worklogDetailQuery } from '../../worklog/worklog-queries.ts';
import { describeWorklog } from '../describe.ts';
import type { ShownEntry } from './entry.ts';
import { keepAsNew, sendOntoTimer } from './resolve.ts';
import classes from './unsent.module.css';

export const isAboutTimer = (code: string | null): boolean =>
  code === 'timer.missing' || code === 'timer.changed-since-seen';

type Props = { entry: ShownEntry; isBusy: boolean; act: (work: Promise<unknown>) => void };

/** The timer that was changed or ended here had been changed or ended on another device. What became of it has its id. */
export function TimerMeanwhile({ entry, isBusy, act }: Props) {
  const isEnded = entry.refusedCode === 'timer.missing';
  const { data: found } = useQuery({
    ...worklogDetailQuery(entry.companyId, entry.id),
    enabled: isEnded,
  });
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
      {isEnded && entry.intent === 'create' && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => act(keepAsNew(entry.id))}>
          {m.unsent_keep_as_new()}
        </Button>
      )}
      {version !== null && (
        <Button
          variant="default"
          size="compact-sm"
          loading={isBusy}
          onClick={() => act(sendOntoTimer(entry.id, version))}
        >
          {anyway[entry.intent]()}
        </Button>
      )}
    </Alert>
  );
}

const anyway: Record<ShownEntry['intent'], () => string> = {
  start: m.unsent_change_anyway,
  change: m.unsent_change_anyway,
  create: m.unsent_end_anyway,
  lost: m.unsent_end_anyway,
  withdraw: m.unsent_withdraw_anyway,
};

const versionIn = (timer: unknown): number | null =>
  isRecord(timer) && typeof timer.version === 'number' ? timer.version : null;
