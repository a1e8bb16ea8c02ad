import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { formatNumber } from '../ui/format.ts';
import { SummaryFigures } from '../ui/SummaryFigures.tsx';
import { DurationText, MoneyList } from '../ui/texts.tsx';
import { RejectedHint } from '../worklog/RejectedHint.tsx';
import { sumOfTotals } from '../worklog/totals.ts';
import { useWorklogs } from './loader.ts';
import { worklogParameters } from './search.ts';

/** Totals of the whole filter, not only of the page. */
export function WorklogSummary() {
  const { currency } = useCompany();
  const [{ view }] = useFilters(worklogParameters);
  const { data: list, isError } = useWorklogs();
  if (isError && !list) return null;
  const sum = list && sumOfTotals(list.totals);
  return (
    <SummaryFigures
      isLine
      // The week view shows this note above its hours.
      note={
        <>
          {sum && <RejectedHint rejected={sum.rejected} />} {view === 'list' && <DaysNote />}
        </>
      }
      isLoading={!sum}
      figures={[
        { label: m.worklogs_log_items(), value: formatNumber(sum?.count ?? 0) },
        {
          label: m.worklogs_total_hours(),
          value: <DurationText minutes={sum?.minutes ?? 0} />,
          hint: m.worklogs_total_hours_hint(),
        },
        {
          label: m.worklogs_total_expenses(),
          value: <MoneyList amounts={sum?.expenses ?? []} currency={currency} />,
        },
      ]}
    />
  );
}
