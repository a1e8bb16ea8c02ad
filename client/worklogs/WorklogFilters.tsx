import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { fixedChoices, useProjectChoices } from '../ui/choices.tsx';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import { presetOf } from '../ui/date-range.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { statusLabel } from '../ui/labels.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { useFilter } from './loader.ts';
import { useWorklogFilters } from './search.ts';
import { useToday } from './today.ts';

export function WorklogFilters() {
  const { timeZone, weekStartsOn } = useCompany();
  const today = useToday(timeZone);
  const { from, to, projectIds, statuses } = useFilter();
  const [, change] = useWorklogFilters();
  const projects = useProjectChoices(projectIds, 'also');
  const isUsual =
    projectIds.length === 0 && statuses.length === 0 && presetOf({ from, to }, today, weekStartsOn) === 'this-month';
  return (
    <FilterBar onReset={isUsual ? undefined : () => change({ from: null, to: null, projectIds: [], statuses: [] })}>
      <DateRangeFilter value={{ from, to }} onChange={change} today={today} weekStartsOn={weekStartsOn} />
      <MultiSelectFilter
        label={m.worklogs_projects()}
        allLabel={m.worklogs_all_projects()}
        choices={projects}
        value={projectIds}
        onChange={(chosen) => change({ projectIds: chosen })}
      />
      <MultiSelectFilter
        label={m.worklogs_status()}
        allLabel={m.worklogs_all_statuses()}
        choices={fixedChoices(worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) })))}
        value={statuses}
        onChange={(chosen) => change({ statuses: worklogStatuses.filter((status) => chosen.includes(status)) })}
      />
    </FilterBar>
  );
}
