import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { matchingPreset, presetRange } from '#domain/period-presets.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useWorklogListFilter } from './loader.ts';
import { type FormTarget, worklogParameters } from './search.ts';
import { useToday } from './today.ts';
import { noChoices } from './worklog-list.ts';

/** Explains the empty list and offers the next step. */
export function NoWorklogs({ onOpen }: { onOpen: (target: FormTarget) => void }) {
  const { timeZone, weekStartsOn } = useCompany();
  const today = useToday(timeZone);
  const { from, to, clientIds, projectIds, statuses, tagIds } = useWorklogListFilter();
  const [, change] = useFilters(worklogParameters);
  const isNarrowed = clientIds.length + projectIds.length + statuses.length + tagIds.length > 0;
  const isLastMonth = matchingPreset({ from, to }, today, weekStartsOn) === 'last-month';
  const write = (
    <Button variant="default" onClick={() => onOpen({ form: 'new' })}>
      {m.worklogs_new()}
    </Button>
  );
  if (isNarrowed) {
    return (
      <EmptyState text={m.worklogs_none_in_filter()}>
        <Button variant="default" onClick={() => change(noChoices)}>
          {m.worklogs_show_all_of_range()}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CalendarPlus} title={m.worklogs_none_title()} text={m.worklogs_none_text()}>
      {write}
      {!isLastMonth && (
        <Button variant="subtle" onClick={() => change(presetRange('last-month', today, weekStartsOn))}>
          {m.worklogs_show_last_month()}
        </Button>
      )}
    </EmptyState>
  );
}
