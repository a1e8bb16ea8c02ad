import { usualPeriodOf } from '#domain/usual-periods.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { fixedChoices, useProjectChoices } from '../ui/choices.tsx';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { statusLabel } from '../ui/labels.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { useAskAhead, useFilter } from './loader.ts';
import { useWorklogFilters } from './search.ts';
import { useToday } from './today.ts';

export function WorklogFilters() {
  const { timeZone, weekStartsOn } = useCompany();
  const today = useToday(timeZone);
  const { from, to, projectIds, statuses } = useFilter();
  const [{ view }, change] = useWorklogFilters();
  const askAhead = useAskAhead();
  const projects = useProjectChoices(projectIds, 'also');
  // The week view has its own picker, so the days are not part of its filters.
  const isWeek = view === 'week';
  const usualDays = isWeek ? {} : { from: null, to: null };
  const isUsual =
    projectIds.length === 0 &&
    statuses.length === 0 &&
    (isWeek || usualPeriodOf({ from, to }, today, weekStartsOn) === 'this-month');
  return (
    <FilterBar onReset={isUsual ? undefined : () => change({ ...usualDays, projectIds: [], statuses: [] })}>
      {!isWeek && <DateRangeFilter value={{ from, to }} onChange={change} today={today} weekStartsOn={weekStartsOn} />}
      <MultiSelectFilter
        label={m.worklogs_projects()}
        allLabel={m.worklogs_all_projects()}
        choices={projects}
        value={projectIds}
        onChange={(chosen) => change({ projectIds: chosen })}
        onPrefetch={(chosen) => askAhead({ projectIds: chosen })}
      />
      <MultiSelectFilter
        label={m.worklogs_status()}
        allLabel={m.worklogs_all_statuses()}
        choices={fixedChoices(worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) })))}
        value={statuses}
        onChange={(chosen) => change({ statuses: inTheirOrder(chosen) })}
        onPrefetch={(chosen) => askAhead({ statuses: inTheirOrder(chosen) })}
      />
    </FilterBar>
  );
}

const inTheirOrder = (chosen: readonly string[]) => worklogStatuses.filter((status) => chosen.includes(status));
