import { m } from '#locales/messages.js';
import { useFilters } from '../filters.ts';
import { DaysNote } from '../ui/DaysNote.tsx';
import { TotalsLine } from '../worklog/TotalsLine.tsx';
import { useWorklogs } from './loader.ts';
import { worklogParameters } from './search.ts';

export function WorklogSummary() {
  const [{ view }] = useFilters(worklogParameters);
  const { data: list, isError } = useWorklogs();
  if (isError && !list) return null;
  return (
    <TotalsLine
      totals={list?.totals}
      // The week view shows this note above its hours.
      note={view === 'list' && <DaysNote />}
      labels={{
        items: m.worklogs_log_items(),
        hours: m.worklogs_total_hours(),
        hoursHint: m.worklogs_total_hours_hint(),
        expenses: m.worklogs_total_expenses(),
      }}
    />
  );
}
