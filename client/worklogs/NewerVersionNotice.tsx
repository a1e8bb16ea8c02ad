import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { m } from '#locales/messages.js';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusBadge } from '../worklog/StatusBadge.tsx';
import { describeTimer, describeWorklog } from './describe.ts';
import type { DraftState } from './drafts.ts';
import { editedWorklog, type FormSubject, subjectTimer } from './subject.ts';
import classes from './worklogs.module.css';

type Props = { subject: FormSubject; draft: DraftState };

/** The worklog or timer changed on the server while the form was open: shows the new version and lets the user choose. */
export function NewerVersionNotice({ subject, draft }: Props) {
  const worklog = editedWorklog(subject);
  const timer = subjectTimer(subject);
  if (worklog)
    return (
      <Notice text={m.reason_worklog_changed_since_seen()} current={worklog} draft={draft}>
        <StatusBadge status={worklog.status} /> {describeWorklog(worklog)}
      </Notice>
    );
  return (
    timer && (
      <Notice text={m.reason_timer_changed_since_seen()} current={timer} draft={draft}>
        {describeTimer(timer)}
      </Notice>
    )
  );
}

type NoticeProps = {
  text: string;
  current: { version: number; notes: string };
  draft: DraftState;
  children: ReactNode;
};

const Notice = ({ text, current, draft, children }: NoticeProps) => (
  <Alert tone="warning" icon={<RefreshCw size={18} aria-hidden />} title={m.worklog_newer_title()}>
    <p>{text}</p>
    <p className={classes.newerState}>{children}</p>
    {current.notes !== '' && <p className={classes.quote}>{current.notes}</p>}
    <div className={classes.noticeActions}>
      <Button variant="default" size="compact-sm" onClick={() => draft.rebase(current.version)}>
        {m.worklog_newer_keep()}
      </Button>
      <Button variant="default" size="compact-sm" onClick={draft.discard}>
        {m.worklog_newer_take()}
      </Button>
    </div>
  </Alert>
);
