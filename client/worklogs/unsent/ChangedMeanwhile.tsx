import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { m } from '#locales/messages.js';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusBadge } from '../../worklog/StatusBadge.tsx';
import { worklogDetailQuery } from '../../worklog/worklog-queries.ts';
import { describeWorklog } from '../describe.ts';
import { changeLostCode, type ShownEntry } from './entry.ts';
import { keepAsNew, sendOnto } from './resolve.ts';
import classes from './unsent.module.css';

/** Somebody has changed or decided the worklog since the worker changed it without a connection, or it is gone; or the change is. */
export const isAboutVersion = (code: string): boolean => code in sentences;

const sentences: Record<string, () => string> = {
  'worklog.changed-since-seen': m.unsent_changed_meanwhile,
  'worklog.locked': m.unsent_decided_meanwhile,
  'worklog.missing': m.unsent_withdrawn_meanwhile,
  [changeLostCode]: m.unsent_change_lost_text,
};

type Props = { entry: ShownEntry; isBusy: boolean; act: (work: Promise<unknown>) => void };

/** Shows what the server has now. The own version is sent only on demand, onto the version that is shown. */
export function ChangedMeanwhile({ entry, isBusy, act }: Props) {
  const isWithdrawn = entry.refusedCode === 'worklog.missing';
  const { data: found } = useQuery({ ...worklogDetailQuery(entry.companyId, entry.id), enabled: !isWithdrawn });
  const current = found?.worklog;
  const isOpen = current && (entry.intent === 'withdraw' ? current.actions.withdraw : current.actions.amend) === true;
  return (
    <Alert tone="error" icon={<TriangleAlert size={18} aria-hidden />}>
      <p>{sentences[entry.refusedCode ?? '']?.()}</p>
      {current && (
        <p className={classes.current}>
          {describeWorklog(current)} <StatusBadge status={current.status} />
        </p>
      )}
      {current && current.notes !== '' && <p className="small">{current.notes}</p>}
      {isWithdrawn && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => act(keepAsNew(entry.id))}>
          {m.unsent_keep_as_new()}
        </Button>
      )}
      {isOpen && (
        <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => act(sendOnto(entry.id, current))}>
          {entry.intent === 'withdraw' ? m.unsent_withdraw_anyway() : m.unsent_change_anyway()}
        </Button>
      )}
    </Alert>
  );
}
