import { type ReactNode, Suspense } from 'react';
import type { DayRange } from '#domain/report-ranges.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { todayIn } from '../clock.ts';
import { DateRangeFilter } from '../ui/DateRangeFilter.tsx';
import { FilterBar } from '../ui/FilterBar.tsx';
import { lazyPart } from '../ui/lazy.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { useProjectChoices, useWorkerChoices } from '../worklog/choices.tsx';
import { statusLabel } from '../worklog/labels.ts';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { type ApprovalFilterFields, statusChoices } from './filter.ts';

const ClientAndTagFilters = lazyPart(() =>
  import('../worklog/ClientAndTagFilters.tsx').then((file) => file.ClientAndTagFilters),
);

type Props = {
  fields: ApprovalFilterFields;
  range: DayRange;
  onChange: (patch: Partial<ApprovalFilterFields>) => void;
  /** Prefetches the result of a change. */
  onPoint: (patch: Partial<ApprovalFilterFields>) => void;
  onReset: (() => void) | undefined;
  /** Order and grouping. */
  children: ReactNode;
};

/** Date range, project, workers, status, and where there are any, clients and tags. */
export function ApprovalFilters({ fields, range, onChange, onPoint, onReset, children }: Props) {
  const { timeZone, weekStartsOn, hasClients, hasTags } = useCompany();
  const project = fields.project === '' ? [] : [fields.project];
  // Includes archived projects, because their pending worklogs can still be decided.
  const projects = useProjectChoices(project, 'also');
  const workers = useWorkerChoices(fields.workers);
  const isCrowded = hasClients || hasTags;
  return (
    <FilterBar onReset={onReset} isCrowded={isCrowded}>
      <DateRangeFilter
        value={range}
        onChange={({ from, to }) => onChange({ from, to })}
        today={todayIn(timeZone)}
        weekStartsOn={weekStartsOn}
        nameClass={isCrowded ? 'visually-hidden' : undefined}
      />
      <ChoiceFilter
        label={m.approvals_project()}
        allLabel={m.approvals_all_projects()}
        choices={projects}
        value={project}
        onChange={([chosen = '']) => onChange({ project: chosen })}
        picks="one"
      />
      <ChoiceFilter
        label={m.approvals_workers()}
        allLabel={m.approvals_all_workers()}
        choices={workers}
        value={fields.workers}
        onChange={(chosen) => onChange({ workers: chosen })}
        picks="several"
      />
      {isCrowded && (
        <Suspense>
          <ClientAndTagFilters
            clients={fields.clients}
            tags={fields.tags}
            onClients={(clients) => onChange({ clients })}
            onTags={(tags) => onChange({ tags })}
          />
        </Suspense>
      )}
      <Segmented
        label={m.approvals_status()}
        value={fields.status}
        onChange={(status) => onChange({ status })}
        onPrefetch={(status) => onPoint({ status })}
        options={statusChoices.map((value) => ({
          value,
          label: value === 'all' ? m.approvals_all() : statusLabel(value),
        }))}
      />
      {children}
    </FilterBar>
  );
}
