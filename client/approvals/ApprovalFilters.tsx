import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dayOf } from '#domain/calendar.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { read } from '../queries.ts';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import type { DateRange } from '../ui/date-range.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { statusLabel } from '../ui/labels.ts';
import { ProjectDot } from '../ui/ProjectDot.tsx';
import classes from './approvals.module.css';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { type StatusChoice, statusChoices, type Wanted } from './filter.ts';

type Props = {
  wanted: Wanted;
  range: DateRange;
  onChange: (patch: Partial<Wanted>) => void;
  onReset: (() => void) | undefined;
};

/** Date range, project, workers and status. */
export function ApprovalFilters({ wanted, range, onChange, onReset }: Props) {
  const { id: companyId, timeZone, weekStartsOn } = useCompany();
  const workers = useQuery(read('members', 'GET /companies/{companyId}/workers', { companyId }));
  const isStatus = (value: string): value is StatusChoice => statusChoices.some((choice) => choice === value);
  return (
    <FilterBar onReset={onReset}>
      <DateRangeFilter
        value={range}
        onChange={({ from, to }) => onChange({ from, to })}
        today={dayOf(new Date(), timeZone)}
        weekStartsOn={weekStartsOn}
      />
      <ChoiceFilter
        label={m.approvals_project()}
        allLabel={m.approvals_all_projects()}
        options={useProjectOptions(companyId)}
        value={wanted.project === '' ? [] : [wanted.project]}
        onChange={([project = '']) => onChange({ project })}
        picks="one"
      />
      <ChoiceFilter
        label={m.approvals_workers()}
        allLabel={m.approvals_all_workers()}
        options={(workers.data?.workers ?? []).map(({ userId, name }) => ({ value: userId, label: name }))}
        value={wanted.workers}
        onChange={(chosen) => onChange({ workers: chosen })}
        picks="several"
      />
      <SegmentedControl
        className={classes.choices ?? ''}
        aria-label={m.approvals_status()}
        value={wanted.status}
        onChange={(status) => isStatus(status) && onChange({ status })}
        data={statusChoices.map((value) => ({
          value,
          label: value === 'all' ? m.approvals_all() : statusLabel(value),
        }))}
      />
    </FilterBar>
  );
}

/** Archived projects too: what waits on them can still be decided. */
function useProjectOptions(companyId: string) {
  const path = 'GET /companies/{companyId}/projects';
  const active = useQuery(read('projects', path, { companyId }));
  const archived = useQuery(read('projects', path, { companyId, archived: 'yes' }));
  return [...(active.data?.projects ?? []), ...(archived.data?.projects ?? [])].map(
    ({ id, name, colour, isArchived }) => ({
      value: id,
      label: isArchived ? m.approvals_archived({ name }) : name,
      mark: <ProjectDot colour={colour} />,
    }),
  );
}
