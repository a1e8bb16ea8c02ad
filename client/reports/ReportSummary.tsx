import type { ReportTotals } from '#contract/reports.ts';
import { m } from '#locales/messages.js';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';

export type ReportSummaryProps = { totals: ReportTotals | undefined; currency: string };

/** Items, hours and money of the whole filter. */
export const ReportSummary = ({ totals, currency }: ReportSummaryProps) => (
  <SummaryFigures
    note={<DaysNote />}
    isLoading={totals === undefined}
    figures={[
      {
        label: m.reports_items(),
        value: formatNumber(totals?.items ?? 0),
        hint: m.reports_items_hint({ pending: totals?.pendingItems ?? 0, approved: totals?.approvedItems ?? 0 }),
      },
      { label: m.reports_hours(), value: <DurationText minutes={totals?.minutes ?? 0} /> },
      { label: m.reports_expenses(), value: <MoneyList amounts={totals?.expenses ?? []} currency={currency} /> },
    ]}
  />
);
