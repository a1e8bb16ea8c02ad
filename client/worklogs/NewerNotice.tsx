import { Alert, Button } from '@mantine/core';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { worklogInFull } from './describe.ts';
import type { KeptEntry } from './drafts.ts';
import classes from './worklogs.module.css';

type Props = { worklog: Worklog; kept: KeptEntry };

/** It changed while this was being typed: what it is now, and what the fields keep. */
export const NewerNotice = ({ worklog, kept }: Props) => (
  <Alert
    color="amber"
    icon={<RefreshCw size={18} aria-hidden />}
    title={m.worklog_newer_title()}
    className={classes.newer ?? ''}
    role="alert"
  >
    <p>{m.reason_worklog_changed_since_seen()}</p>
    <p className={classes.newerState}>
      <StatusBadge status={worklog.status} /> {worklogInFull(worklog)}
    </p>
    {worklog.notes !== '' && <p className={classes.quote}>{worklog.notes}</p>}
    <div className={classes.dialogActions}>
      <Button variant="default" size="compact-sm" onClick={() => kept.keepOver(worklog.version)}>
        {m.worklog_newer_keep()}
      </Button>
      <Button variant="default" size="compact-sm" onClick={kept.discard}>
        {m.worklog_newer_take()}
      </Button>
    </div>
  </Alert>
);
