import type { Totals } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { RejectedSum } from '../worklog/RejectedSum.tsx';
import { sumOfTotals } from '../worklog/totals.ts';

/** Totals of the whole filter, not only of the page. */
export function ApprovalSummary({ totals }: { totals: Totals | undefined }) {
  const { currency } = useCompany();
  const sum = totals && sumOfTotals(totals);
  return (
    <SummaryFigures
      note={
        <>
          {sum && <RejectedSum rejected={sum.rejected} currency={currency} />} <DaysNote />
        </>
      }
      isLoading={sum === undefined}
      figures={[
        { label: m.approvals_log_items(), value: formatNumber(sum?.count ?? 0) },
        {
          label: m.approvals_total_hours(),
          value: <DurationText minutes={sum?.minutes ?? 0} />,
          hint: m.approvals_total_hours_hint(),
        },
        {
          label: m.approvals_total_expenses(),
          value: <MoneyList amounts={sum?.expenses ?? []} currency={currency} />,
        },
      ]}
    />
  );
}
