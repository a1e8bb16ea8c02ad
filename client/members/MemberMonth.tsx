import type { MemberDetails } from '#contract/members.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { pathTo } from '../routes.ts';
import { formatDayPart } from '../ui/format.ts';
import { Section } from '../ui/Section.tsx';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import classes from './members.module.css';

/** Hours and expenses of the current month, with a link to the worklogs behind them. */
export function MemberMonth({ member: { userId, month } }: { member: MemberDetails }) {
  const { currency } = useCompany();
  const { from, to, minutes, approvedMinutes, pendingMinutes, expenses, items } = month;
  const search = new URLSearchParams({ from, to, workers: userId, view: 'worklogs' });
  const figures = [
    { label: m.reports_hours(), value: <DurationText minutes={minutes} /> },
    { label: m.reports_approved(), value: <DurationText minutes={approvedMinutes} /> },
    { label: m.reports_pending(), value: <DurationText minutes={pendingMinutes} /> },
    { label: m.reports_expenses(), value: <MoneyList amounts={expenses} currency={currency} /> },
  ];
  return (
    <Section title={formatDayPart(from, { month: 'long', year: 'numeric' })}>
      {items === 0 ? (
        <p className="dimmed">{m.users_month_nothing()}</p>
      ) : (
        <>
          <div className={classes.month}>
            <SummaryFigures figures={figures} />
          </div>
          <p>
            <TextLink to={`${pathTo('/reports')}?${search}`}>{m.users_month_worklogs()}</TextLink>
          </p>
        </>
      )}
    </Section>
  );
}
