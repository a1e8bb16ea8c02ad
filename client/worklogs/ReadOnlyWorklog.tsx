import Copy from 'lucide-react/icons/copy';
import Lock from 'lucide-react/icons/lock';
import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { Button } from '../ui/Button.tsx';
import { formatDate } from '../ui/format.ts';
import { DetailFacts } from '../worklog/DetailFacts.tsx';
import { HistorySection, ReceiptsSection, TextSections } from '../worklog/DetailSections.tsx';
import type { LoadedWorklog } from '../worklog/worklog-queries.ts';
import { LeftoverDraft } from './LeftoverDraft.tsx';
import type { FormTarget } from './search.ts';
import { useFormNavigation } from './search.ts';
import { WorklogFacts } from './WorklogFacts.tsx';
import classes from './worklogs.module.css';

type Props = { found: LoadedWorklog; policies: Company; target: FormTarget };

/** Worklog Details: a worklog that cannot be changed, and why. */
export function ReadOnlyWorklog({ found, policies, target }: Props) {
  const { open } = useFormNavigation();
  const { worklog } = found;
  const reason = reasonOf(worklog, policies);
  // Without a connection the history is missing, which has an event at least.
  const isComplete = found.history.length > 0;
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <WorklogFacts worklog={worklog} />
        <LeftoverDraft target={target} worklog={worklog} />
        <DetailFacts worklog={worklog} />
        <TextSections worklog={worklog} />
        {isComplete ? (
          <ReceiptsSection receipts={found.receipts} />
        ) : (
          <p className="dimmed small">{m.offline_details_later()}</p>
        )}
        {reason && (
          <p className={`${classes.reason} dimmed small`}>
            <Lock size={14} aria-hidden />
            {reason}
          </p>
        )}
        {isComplete && <HistorySection {...found} />}
      </div>
      <div className={classes.footer}>
        <Button
          variant="default"
          leftSection={<Copy size={16} aria-hidden />}
          onClick={() => open({ form: 'duplicate', id: worklog.id })}
        >
          {m.worklogs_duplicate()}
        </Button>
      </div>
    </div>
  );
}

function reasonOf({ actions }: Worklog, { lockedUntil }: Company): string | null {
  if (actions.amend === 'worklog.locked') return m.reason_worklog_locked();
  if (actions.amend === 'worklog.period-locked') {
    return m.reason_worklog_period_locked({ day: lockedUntil ? formatDate(lockedUntil) : '' });
  }
  return actions.amend === 'role.not-allowed' ? m.reason_role_not_allowed() : null;
}
