import { useQuery } from '@tanstack/react-query';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { RejectedHint } from '../worklog/RejectedHint.tsx';
import { sumOfTotals } from '../worklog/totals.ts';
import { type approvalListInput, approvalListQuery } from './queries.ts';

/** Totals of the whole filter, not only of the page. */
export function ApprovalSummary({ input }: { input: ReturnType<typeof approvalListInput> }) {
  const { currency } = useCompany();
  const { data: list, isError } = useQuery(approvalListQuery(input));
  if (isError && !list) return null;
  const sum = list && sumOfTotals(list.totals);
  return (
    <SummaryFigures
      isLine
      note={
        <>
          {sum && <RejectedHint rejected={sum.rejected} />} <DaysNote />
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
