import { Button } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import type { Company } from '#contract/companies.ts';
import type { Worklog } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { formatDate } from '../ui/format.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { DayText, DurationText, MoneyText, TimeRangeText } from '../ui/texts.tsx';
import { ReceiptGallery } from '../worklog/ReceiptGallery.tsx';
import { History } from './History.tsx';
import { LeftoverDraft } from './LeftoverDraft.tsx';
import type { FormTarget } from './search.ts';
import { useFormNavigation } from './search.ts';
import { WorklogFacts } from './WorklogFacts.tsx';
import type { LoadedWorklog } from './WorklogForm.tsx';
import classes from './worklogs.module.css';

type Props = { found: LoadedWorklog; policies: Company; target: FormTarget };

/** Worklog Details: a worklog that cannot be changed, and why. */
export function WorklogDetails({ found, policies, target }: Props) {
  const { currency } = useCompany();
  const { open } = useFormNavigation();
  const { worklog } = found;
  const reason = reasonOf(worklog, policies);
  return (
    <div className={classes.form}>
      <div className={classes.fields}>
        <WorklogFacts worklog={worklog} />
        <LeftoverDraft target={target} worklog={worklog} />
        <Content worklog={worklog} />
        {found.receipts.length > 0 && (
          <section className={classes.receiptsShown}>
            <h3>{m.receipts_title()}</h3>
            <ReceiptGallery receipts={found.receipts} />
          </section>
        )}
        {reason && (
          <p className={`${classes.reason} dimmed small`}>
            <Lock size={14} aria-hidden />
            {reason}
          </p>
        )}
        <History found={found} currency={currency} />
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

function Content({ worklog }: { worklog: Worklog }) {
  const { colour, projectName, taskName, day, startsAt, endsAt, zone, minutes, expense, notes } = worklog;
  return (
    <dl className={classes.details}>
      <Detail label={m.worklog_task()}>
        <ProjectDot colour={colour} />
        {isolated(projectName)} / {isolated(taskName)}
      </Detail>
      <Detail label={m.worklog_date()}>
        <DayText day={day} />
      </Detail>
      {startsAt && endsAt && (
        <Detail label={m.worklogs_time()}>
          <TimeRangeText startsAt={startsAt} endsAt={endsAt} zone={zone} day={day} />
        </Detail>
      )}
      {minutes !== null && (
        <Detail label={m.worklog_elapsed()}>
          <DurationText minutes={minutes} />
        </Detail>
      )}
      {expense && (
        <Detail label={minutes === null ? m.worklog_amount() : m.worklog_expense_amount_read()}>
          <MoneyText money={expense} />
        </Detail>
      )}
      <Detail label={m.worklog_notes()}>
        <span className={classes.notes}>{notes === '' ? '–' : notes}</span>
      </Detail>
    </dl>
  );
}

const Detail = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function reasonOf({ actions }: Worklog, { lockedUntil }: Company): string | null {
  if (actions.amend === 'worklog.locked') return m.reason_worklog_locked();
  if (actions.amend === 'worklog.period-locked') {
    return m.reason_worklog_period_locked({ day: lockedUntil ? formatDate(lockedUntil) : '' });
  }
  return actions.amend === 'role.not-allowed' ? m.reason_role_not_allowed() : null;
}
