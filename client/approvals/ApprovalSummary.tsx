import type { Totals } from '#contract/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';

/** Over the whole filter, not the page. */
export function ApprovalSummary({ totals }: { totals: Totals | undefined }) {
  const { currency } = useCompany();
  return (
    <SummaryFigures
      note={<DaysNote />}
      isLoading={totals === undefined}
      figures={[
        { label: m.approvals_log_items(), value: formatNumber(totals?.items ?? 0) },
        {
          label: m.approvals_total_hours(),
          value: <DurationText minutes={totals?.minutes ?? 0} />,
          hint: m.approvals_total_hours_hint(),
        },
        {
          label: m.approvals_total_expenses(),
          value: <MoneyList amounts={totals?.expenses ?? []} currency={currency} />,
        },
      ]}
    />
  );
}
