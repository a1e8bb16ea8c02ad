import { Suspense } from 'react';
import { matchingPreset } from '#domain/period-presets.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { fixedChoices } from '../ui/choices.ts';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { useProjectChoices } from '../worklog/choices.tsx';
import { statusLabel } from '../worklog/labels.ts';
import { usePrefetchWorklogs, useWorklogListFilter } from './loader.ts';
import { worklogParameters } from './search.ts';
import { useToday } from './today.ts';
import { noChoices } from './worklog-list.ts';

const ClientAndTagFilters = lazyPart(() =>
  import('../worklog/ClientAndTagFilters.tsx').then((file) => file.ClientAndTagFilters),
);

export function WorklogFilters() {
  const { timeZone, weekStartsOn, hasClients, hasTags } = useCompany();
  const today = useToday(timeZone);
  const { from, to, clientIds, projectIds, statuses, tagIds } = useWorklogListFilter();
  const [{ view }, change] = useFilters(worklogParameters);
  const prefetch = usePrefetchWorklogs();
  const projects = useProjectChoices(projectIds, 'also');
  // The week view has its own picker, so the days are not part of its filters.
  const isWeek = view === 'week';
  const defaultDays = isWeek ? {} : { from: null, to: null };
  const isDefault =
    clientIds.length + projectIds.length + statuses.length + tagIds.length === 0 &&
    (isWeek || matchingPreset({ from, to }, today, weekStartsOn) === 'this-month');
  return (
    <FilterBar onReset={isDefault ? undefined : () => change({ ...defaultDays, ...noChoices })}>
      {!isWeek && <DateRangeFilter value={{ from, to }} onChange={change} today={today} weekStartsOn={weekStartsOn} />}
      <MultiSelectFilter
        label={m.worklogs_projects()}
        allLabel={m.worklogs_all_projects()}
        choices={projects}
        value={projectIds}
        onChange={(chosen) => change({ projectIds: chosen })}
        onPrefetch={(chosen) => prefetch({ projectIds: chosen })}
      />
      <MultiSelectFilter
        label={m.worklogs_status()}
        allLabel={m.worklogs_all_statuses()}
        choices={fixedChoices(worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) })))}
        value={statuses}
        onChange={(chosen) => change({ statuses: inStatusOrder(chosen) })}
        onPrefetch={(chosen) => prefetch({ statuses: inStatusOrder(chosen) })}
      />
      {(hasClients || hasTags) && (
        <Suspense>
          <ClientAndTagFilters
            clients={clientIds}
            tags={tagIds}
            onClients={(chosen) => change({ clientIds: chosen })}
            onTags={(chosen) => change({ tagIds: chosen })}
          />
        </Suspense>
      )}
    </FilterBar>
  );
}

const inStatusOrder = (chosen: readonly string[]) => worklogStatuses.filter((status) => chosen.includes(status));
