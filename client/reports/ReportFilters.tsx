import { useQuery } from '@tanstack/react-query';
import { dayOf } from '#domain/calendar.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { read } from '../queries.ts';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { statusLabel } from '../ui/labels.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import { askedFor, rangeOf, reportParameters } from './filter.ts';

/** What the report is asked for, and the bar that changes it. */
export function useReportFilter() {
  const company = useCompany();
  const [choices, change] = useFilters(reportParameters);
  const today = dayOf(new Date(), company.timeZone);
  const range = rangeOf(choices, today);
  return { company, choices, change, today, range, asked: askedFor(choices, range) };
}

export type ReportFiltersProps = {
  filter: ReturnType<typeof useReportFilter>;
  /** A report of one project offers no choice of projects. */
  hasProjects?: true;
};

export function ReportFilters({ filter, hasProjects }: ReportFiltersProps) {
  const { company, choices, change, today, range } = filter;
  const projects = useQuery(
    read('projects', 'GET /companies/{companyId}/projects', { companyId: company.id, archived: 'no' }),
  );
  const workers = useQuery(read('members', 'GET /companies/{companyId}/workers', { companyId: company.id }));
  const isUsual =
    !choices.from && !choices.to && choices.projects.length + choices.workers.length + choices.statuses.length === 0;
  return (
    <FilterBar
      onReset={isUsual ? undefined : () => change({ from: null, to: null, projects: [], workers: [], statuses: [] })}
    >
      <DateRangeFilter value={range} onChange={change} today={today} weekStartsOn={company.weekStartsOn} />
      {hasProjects && (
        <MultiSelectFilter
          label={m.reports_project()}
          allLabel={m.reports_all_projects()}
          options={(projects.data?.projects ?? []).map(({ id, name, colour }) => ({
            value: id,
            label: name,
            mark: <ProjectDot colour={colour} />,
          }))}
          value={choices.projects}
          onChange={(value) => change({ projects: value })}
        />
      )}
      {company.role !== 'worker' && (
        <MultiSelectFilter
          label={m.reports_worker()}
          allLabel={m.reports_all_workers()}
          options={(workers.data?.workers ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
          value={choices.workers}
          onChange={(value) => change({ workers: value })}
        />
      )}
      <MultiSelectFilter
        label={m.reports_status()}
        allLabel={m.reports_pending_and_approved()}
        options={worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) }))}
        value={choices.statuses}
        onChange={(value) => change({ statuses: worklogStatuses.filter((status) => value.includes(status)) })}
      />
    </FilterBar>
  );
}
