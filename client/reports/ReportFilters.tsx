import { useQuery } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useState } from 'react';
import { taskKinds } from '#domain/projects.ts';
import { previousPeriod } from '#domain/report-ranges.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { fixedChoices } from '../ui/choices.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { formatDayRange } from '../ui/format.ts';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import ui from '../ui/ui.module.css';
import { useIsPhone } from '../ui/width.ts';
import { useProjectChoices, useWorkerChoices } from '../worklog/choices.tsx';
import { kindLabel, statusLabel } from '../worklog/labels.ts';
import { noFilters } from './filter.ts';
import classes from './filters.module.css';
import { PeriodFilter } from './PeriodFilter.tsx';
import { rangeError } from './range-error.ts';
import type { Report } from './use-report.ts';

type Props = {
  report: Report;
  /** Error of the query with these filters; errors of a filter are shown beside it. */
  error: Error | null;
};

/** Range, comparison and filters; on a phone the filters are behind a button. */
export function ReportFilters({ report, error }: Props) {
  const { choices, change, range } = report;
  const { projects, tasks, workers, statuses, kinds } = choices;
  const chosen = [projects, tasks, workers, statuses, kinds].filter(({ length }) => length > 0).length;
  const isUsual = !choices.from && !choices.to && chosen === 0 && choices.compare === 'no';
  const reset = () => change({ ...noFilters(), from: null, to: null, compare: 'no' });
  const before = previousPeriod(range);
  const isPayroll = choices.view === 'payroll';
  return (
    <FilterBar onReset={isUsual ? undefined : reset}>
      <PeriodFilter
        value={range}
        onChange={change}
        today={report.today}
        weekStartsOn={report.company.weekStartsOn}
        error={rangeError(error)}
      />
      {!isPayroll && (
        <span className={classes.compare}>
          <Checkbox
            checked={choices.compare === 'yes'}
            onChange={({ currentTarget }) => change({ compare: currentTarget.checked ? 'yes' : 'no' })}
            label={m.reports_compare({ range: formatDayRange(before.from, before.to) })}
          />
        </span>
      )}
      <Folded chosen={chosen}>{isPayroll ? <OfWorkers report={report} /> : <Narrowing report={report} />}</Folded>
    </FilterBar>
  );
}

function Folded({ chosen, children }: { chosen: number; children: ReactNode }) {
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return children;
  return (
    <>
      <Button
        variant="default"
        className={`${ui.filterButton} ${classes.more}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        leftSection={<SlidersHorizontal size={16} aria-hidden />}
      >
        {chosen > 0 ? m.reports_filters_chosen({ count: chosen }) : m.ui_filters()}
      </Button>
      {isOpen && children}
    </>
  );
}

function Narrowing({ report }: Pick<Props, 'report'>) {
  const { subject, choices, change } = report;
  const projectId = subject.projectId ?? (choices.projects.length === 1 ? choices.projects[0] : undefined);
  const hasTasks = subject.taskId === undefined && (projectId !== undefined || choices.tasks.length > 0);
  return (
    <>
      {subject.projectId === undefined && (
        <ProjectFilter value={choices.projects} onChange={(projects) => change({ projects, tasks: [] })} />
      )}
      {hasTasks && <TaskFilter projectId={projectId} value={choices.tasks} onChange={(tasks) => change({ tasks })} />}
      <OfWorkers report={report} />
      <MultiSelectFilter
        label={m.reports_status()}
        allLabel={m.reports_pending_and_approved()}
        choices={fixedChoices(worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) })))}
        value={choices.statuses}
        onChange={(value) => change({ statuses: worklogStatuses.filter((status) => value.includes(status)) })}
      />
      {subject.taskId === undefined && (
        <MultiSelectFilter
          label={m.reports_kind()}
          allLabel={m.reports_all_kinds()}
          choices={fixedChoices(taskKinds.map((kind) => ({ value: kind, label: kindLabel(kind) })))}
          value={choices.kinds}
          onChange={(value) => change({ kinds: taskKinds.filter((kind) => value.includes(kind)) })}
        />
      )}
    </>
  );
}

/** Hidden for people who see only their own worklogs. */
const OfWorkers = ({ report: { company, choices, change } }: Pick<Props, 'report'>) =>
  company.scopes['workers.read'] !== 'own' && (
    <WorkerFilter value={choices.workers} onChange={(workers) => change({ workers })} />
  );

type FilterProps = { value: string[]; onChange: (value: string[]) => void };

/** Includes archived projects, which are part of reports. */
const ProjectFilter = ({ value, onChange }: FilterProps) => (
  <MultiSelectFilter
    label={m.reports_project()}
    allLabel={m.reports_all_projects()}
    choices={useProjectChoices(value, 'also')}
    value={value}
    onChange={onChange}
  />
);

/** Only the tasks of a single project, because task names are ambiguous across projects. */
function TaskFilter({ projectId, value, onChange }: FilterProps & { projectId: string | undefined }) {
  const { id: companyId } = useCompany();
  const project = useQuery({
    ...apiQuery('projects', 'GET /companies/{companyId}/projects/{projectId}/task-choices', {
      companyId,
      projectId: projectId ?? '',
    }),
    enabled: projectId !== undefined,
  });
  const options = (project.data?.tasks ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <MultiSelectFilter
      label={m.reports_task()}
      allLabel={m.reports_all_tasks()}
      choices={fixedChoices(options)}
      value={value}
      onChange={onChange}
    />
  );
}

const WorkerFilter = ({ value, onChange }: FilterProps) => (
  <MultiSelectFilter
    label={m.reports_worker()}
    allLabel={m.reports_all_workers()}
    choices={useWorkerChoices(value)}
    value={value}
    onChange={onChange}
  />
);
