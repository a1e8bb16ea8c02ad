import { dayOf } from '#domain/calendar.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { useFilters } from '../filters.ts';
import { fixedChoices, useProjectChoices, useWorkerChoices } from '../ui/choices.tsx';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { statusLabel } from '../ui/labels.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
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
  const isUsual =
    !choices.from && !choices.to && choices.projects.length + choices.workers.length + choices.statuses.length === 0;
  return (
    <FilterBar
      onReset={isUsual ? undefined : () => change({ from: null, to: null, projects: [], workers: [], statuses: [] })}
    >
      <DateRangeFilter value={range} onChange={change} today={today} weekStartsOn={company.weekStartsOn} />
      {hasProjects && <ProjectFilter value={choices.projects} onChange={(projects) => change({ projects })} />}
      {company.role !== 'worker' && (
        <WorkerFilter value={choices.workers} onChange={(workers) => change({ workers })} />
      )}
      <MultiSelectFilter
        label={m.reports_status()}
        allLabel={m.reports_pending_and_approved()}
        choices={fixedChoices(worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) })))}
        value={choices.statuses}
        onChange={(value) => change({ statuses: worklogStatuses.filter((status) => value.includes(status)) })}
      />
    </FilterBar>
  );
}

type FilterProps = { value: string[]; onChange: (value: string[]) => void };

/** Archived projects too: reports keep them. */
const ProjectFilter = ({ value, onChange }: FilterProps) => (
  <MultiSelectFilter
    label={m.reports_project()}
    allLabel={m.reports_all_projects()}
    choices={useProjectChoices(value, 'also')}
    value={value}
    onChange={onChange}
  />
);

const WorkerFilter = ({ value, onChange }: FilterProps) => (
  <MultiSelectFilter
    label={m.reports_worker()}
    allLabel={m.reports_all_workers()}
    choices={useWorkerChoices(value)}
    value={value}
    onChange={onChange}
  />
);
