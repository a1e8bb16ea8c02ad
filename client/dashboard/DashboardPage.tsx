import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import CircleCheck from 'lucide-react/icons/circle-check';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import ListChecks from 'lucide-react/icons/list-checks';
import Plus from 'lucide-react/icons/plus';
import type { Dashboard } from '#contract/dashboard.ts';
import { type Day, dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCan, useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { pathTo } from '../routes.ts';
import { formatDate, formatDay } from '../ui/format.ts';
import { type PageAction, PageHeader } from '../ui/PageHeader.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { withOpenForm } from '../worklogs/search.ts';
import { UnsentPart } from '../worklogs/unsent/UnsentPart.tsx';
import { approvalsAddress } from './approvals-address.ts';
import { BudgetsAtRisk } from './BudgetsAtRisk.tsx';
import { DashboardCard } from './DashboardCard.tsx';
import classes from './dashboard.module.css';
import { FailedInvites } from './FailedInvites.tsx';
import { FailedMails } from './FailedMails.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { LastMonth } from './LastMonth.tsx';
import { NextPayroll } from './NextPayroll.tsx';
import { NotLogged } from './NotLogged.tsx';
import { OwnDayCard } from './OwnDayCard.tsx';
import { dashboardQuery } from './queries.ts';
import { RejectedWorklogs } from './RejectedWorklogs.tsx';
import { ThisWeek } from './ThisWeek.tsx';
import { WaitingWorklogs } from './WaitingWorklogs.tsx';

/** The to-do list; beside it the budgets at risk, the current week and the next payroll. */
export function DashboardPage() {
  const { id: companyId, timeZone } = useCompany();
  const dashboard = useQuery(dashboardQuery(companyId));
  const navigate = useNavigate();
  const canLog = useCan('worklogs.submit');
  const today = todayIn(timeZone);
  return (
    <>
      <PageHeader
        title={m.route_dashboard()}
        text={formatDay(today)}
        action={actionOf(canLog, dashboard.data, (address) => navigate(address))}
      />
      <UnsentPart
        onOpen={(target) =>
          navigate({ to: pathTo('/worklogs'), search: withOpenForm(target), state: { isOpenedHere: true } })
        }
      />
      {dashboard.data ? (
        <div className={classes.columns}>
          <section className={classes.todo} aria-label={m.dashboard_todo()}>
            <ToDo dashboard={dashboard.data} today={today} />
          </section>
          <Figures dashboard={dashboard.data} today={today} />
        </div>
      ) : dashboard.isError ? (
        <ErrorState error={dashboard.error} onRetry={() => dashboard.refetch()} />
      ) : (
        <SkeletonRows rows={3} height={120} />
      )}
    </>
  );
}

type ToDoProps = { dashboard: Dashboard; today: Day };

function ToDo({ dashboard, today }: ToDoProps) {
  const { scopes } = useCompany();
  const {
    rejected,
    lock,
    waiting,
    budgets,
    own,
    missing,
    failedInvites,
    failedMails,
    lateBackup,
    firstSteps,
    payroll,
  } = dashboard;
  const isNothing =
    lateBackup === null &&
    [rejected, waiting, budgets, missing, failedInvites, failedMails].every((part) => (part?.count ?? 0) === 0);
  const isReader = isReaderOf(dashboard, scopes);
  return (
    <>
      {isReader && payroll && <NextPayroll payroll={payroll} since={waiting?.oldestDay ?? null} />}
      {firstSteps && <FirstSteps steps={firstSteps} />}
      {lateBackup && <LateBackup backup={lateBackup} />}
      {failedInvites && failedInvites.count > 0 && <FailedInvites failed={failedInvites} />}
      {failedMails && failedMails.count > 0 && <FailedMails failed={failedMails} />}
      {waiting && <WaitingWorklogs waiting={waiting} />}
      {missing && missing.count > 0 && <NotLogged missing={missing} />}
      {rejected.count > 0 && <RejectedWorklogs rejected={rejected} lock={lock} />}
      {own && <OwnDayCard own={own} />}
      {isReader && <LastMonth today={today} hasPayroll={payroll === null} />}
      {isNothing && !firstSteps && !own && !isReader && <AllDone decides={waiting !== null} />}
    </>
  );
}

/** Who decides nothing and reads everything comes for payroll and reports. */
const isReaderOf = ({ waiting }: Dashboard, scopes: Readonly<Record<string, string>>): boolean =>
  waiting === null && scopes['reports.read'] === 'all';

function Figures({ dashboard, today }: ToDoProps) {
  const { scopes } = useCompany();
  const { budgets, week, weekMinutes, payroll } = dashboard;
  return (
    <div className={classes.overview}>
      {budgets && budgets.count > 0 && <BudgetsAtRisk budgets={budgets} />}
      <ThisWeek week={week} minutes={weekMinutes} today={today} />
      {payroll && !isReaderOf(dashboard, scopes) && (
        <NextPayroll payroll={payroll} since={dashboard.waiting?.oldestDay ?? null} />
      )}
    </div>
  );
}

type Address = { to: string; search: Record<string, string> };

function actionOf(
  canLog: boolean,
  dashboard: Dashboard | undefined,
  go: (address: Address) => unknown,
): PageAction | null {
  if (dashboard?.waiting?.count) {
    const address = approvalsAddress(dashboard.waiting.oldestDay, { review: '1' });
    return { label: m.dashboard_begin_review(), icon: ListChecks, onClick: () => go(address) };
  }
  if (!canLog) return null;
  const address = { to: pathTo('/worklogs'), search: { new: 'true' } };
  return { label: m.dashboard_new_worklog(), icon: Plus, onClick: () => go(address) };
}

/** Shown for an empty to-do list. */
const AllDone = ({ decides }: { decides: boolean }) => (
  <section className={classes.done}>
    <CircleCheck size={24} strokeWidth={1.75} aria-hidden />
    <div>
      <h2>{m.dashboard_nothing_title()}</h2>
      <p className="dimmed">{decides ? m.dashboard_nothing_to_decide() : m.dashboard_nothing_to_correct()}</p>
      {useCan('projects.create') && <TextLink to={pathTo('/projects')}>{m.route_projects()}</TextLink>}
    </div>
  </section>
);

/** Since when the installation was not backed up, and what an admin can do about it. */
function LateBackup({ backup: { lastAt } }: { backup: NonNullable<Dashboard['lateBackup']> }) {
  const { timeZone } = useCompany();
  return (
    <DashboardCard
      tone="rejected"
      icon={DatabaseBackup}
      title={m.dashboard_no_backup({ day: formatDate(dayOf(new Date(lastAt), timeZone)) })}
      text={m.dashboard_no_backup_text()}
    />
  );
}
