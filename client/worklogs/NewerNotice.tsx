import { Alert, Button } from '@mantine/core';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { StatusBadge } from '../worklog/StatusBadge.tsx';
import { timerInFull, worklogInFull } from './describe.ts';
import type { KeptEntry } from './drafts.ts';
import { editedIn, type Subject, timerIn } from './subject.ts';
import classes from './worklogs.module.css';

type Props = { subject: Subject; kept: KeptEntry };

/** The worklog or timer changed on the server while the form was open: shows the new version and lets the user choose. */
export function NewerNotice({ subject, kept }: Props) {
  const [worklog, timer] = [editedIn(subject), timerIn(subject)];
  if (worklog)
    return (
      <Notice text={m.reason_worklog_changed_since_seen()} current={worklog} kept={kept}>
        <StatusBadge status={worklog.status} /> {worklogInFull(worklog)}
      </Notice>
    );
  return (
    timer && (
      <Notice text={m.reason_timer_changed_since_seen()} current={timer} kept={kept}>
        {timerInFull(timer)}
      </Notice>
    )
  );
}

type NoticeProps = {
  text: string;
  current: { version: number; notes: string };
  kept: KeptEntry;
  children: ReactNode;
};

const Notice = ({ text, current, kept, children }: NoticeProps) => (
  <Alert
    color="amber"
    icon={<RefreshCw size={18} aria-hidden />}
    title={m.worklog_newer_title()}
    className={classes.newer ?? ''}
    role="alert"
  >
    <p>{text}</p>
    <p className={classes.newerState}>{children}</p>
    {current.notes !== '' && <p className={classes.quote}>{current.notes}</p>}
    <div className={classes.dialogActions}>
      <Button variant="default" size="compact-sm" onClick={() => kept.keepOver(current.version)}>
        {m.worklog_newer_keep()}
      </Button>
      <Button variant="default" size="compact-sm" onClick={kept.discard}>
        {m.worklog_newer_take()}
      </Button>
    </div>
  </Alert>
);
