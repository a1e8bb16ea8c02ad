import { useQuery } from '@tanstack/react-query';
import { taskKinds } from '#domain/projects.ts';
import { previousPeriod } from '#domain/report-ranges.ts';
import { worklogStatuses } from '#domain/worklogs.ts';
import { m } from '#locales/messages.js';
import { useCompany } from '../auth.ts';
import { apiQuery } from '../queries.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import { fixedChoices } from '../ui/choices.ts';
import { FilterBar } from '../ui/FilterBar.tsx';
import { formatDayRange } from '../ui/format.ts';
import { lazyPart } from '../ui/lazy.tsx';
import { MultiSelectFilter } from '../ui/MultiSelectFilter.tsx';
import { ClientFilter } from '../worklog/ClientFilter.tsx';
import { useProjectChoices, useWorkerChoices } from '../worklog/choices.tsx';
import { kindLabel, statusLabel } from '../worklog/labels.ts';
import { type FittingFilter, FittingFilters } from './FittingFilters.tsx';
import { billableChoices, billableLabel, noFilters } from './filter.ts';
import classes from './filters.module.css';
import { PeriodFilter } from './PeriodFilter.tsx';
import { rangeError } from './range-error.ts';
import type { Report } from './use-report.ts';

const TagFilter = lazyPart(() => import('../worklog/TagFilter.tsx').then((file) => file.TagFilter));

type Props = {
  report: Report;
  /** Error of the query with these filters; errors of a filter are shown beside it. */
  error: Error | null;
};

/** Range, comparison and filters in one row; what does not fit is behind a button. */
export function ReportFilters({ report, error }: Props) {
  const { choices, change, range } = report;
  const { clients, projects, tasks, workers, statuses, kinds, tags, billable } = choices;
  const chosen = [clients, projects, tasks, workers, statuses, kinds, tags, billable].filter(
    ({ length }) => length > 0,
  ).length;
  const isUsual = !choices.from && !choices.to && chosen === 0 && choices.compare === 'no';
  const reset = () => change({ ...noFilters(), from: null, to: null, compare: 'no' });
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
      <FittingFilters filters={isPayroll ? workerFilter(report) : narrowingFilters(report)} />
    </FilterBar>
  );
}

function narrowingFilters(report: Report): FittingFilter[] {
  const { subject, choices, change } = report;
  const projectId = subject.projectId ?? (choices.projects.length === 1 ? choices.projects[0] : undefined);
  const hasTasks = subject.taskId === undefined && (projectId !== undefined || choices.tasks.length > 0);
  const all: (FittingFilter | false)[] = [
    report.company.hasClients &&
      subject.projectId === undefined && {
        key: 'clients',
        isChosen: choices.clients.length > 0,
        filter: <ClientFilter value={choices.clients} onChange={(clients) => change({ clients })} />,
      },
    subject.projectId === undefined && {
      key: 'projects',
      isChosen: choices.projects.length > 0,
      filter: <ProjectFilter value={choices.projects} onChange={(projects) => change({ projects, tasks: [] })} />,
    },
    hasTasks && {
      key: 'tasks',
      isChosen: choices.tasks.length > 0,
      filter: <TaskFilter projectId={projectId} value={choices.tasks} onChange={(tasks) => change({ tasks })} />,
    },
    ...workerFilter(report),
    { key: 'statuses', isChosen: choices.statuses.length > 0, filter: <StatusFilter report={report} /> },
    subject.taskId === undefined && {
      key: 'kinds',
      isChosen: choices.kinds.length > 0,
      filter: <KindFilter report={report} />,
    },
    report.company.hasTags && {
      key: 'tags',
      isChosen: choices.tags.length > 0,
      filter: <TagFilter value={choices.tags} onChange={(tags) => change({ tags })} />,
    },
    report.company.hasUnbillable && {
      key: 'billable',
      isChosen: choices.billable.length > 0,
      filter: <BillableFilter report={report} />,
    },
    // Last, because it is the widest: before them it would push chosen filters out of sight.
    { key: 'compare', isChosen: choices.compare === 'yes', filter: <Comparison report={report} /> },
  ];
  return all.filter((one) => one !== false);
}

/** Hidden for people who see only their own worklogs. */
const workerFilter = ({ company, choices, change }: Report): FittingFilter[] =>
  company.scopes['workers.read'] === 'own'
    ? []
    : [
        {
          key: 'workers',
          isChosen: choices.workers.length > 0,
          filter: <WorkerFilter value={choices.workers} onChange={(workers) => change({ workers })} />,
        },
      ];

const Comparison = ({ report: { choices, change, range } }: Pick<Props, 'report'>) => {
  const before = previousPeriod(range);
  return (
    <span className={classes.compare}>
      <Checkbox
        checked={choices.compare === 'yes'}
        onChange={({ currentTarget }) => change({ compare: currentTarget.checked ? 'yes' : 'no' })}
        label={m.reports_compare({ range: formatDayRange(before.from, before.to) })}
      />
    </span>
  );
};

const StatusFilter = ({ report: { choices, change } }: Pick<Props, 'report'>) => (
  <MultiSelectFilter
    label={m.reports_status()}
    allLabel={m.reports_pending_and_approved()}
    choices={fixedChoices(worklogStatuses.map((status) => ({ value: status, label: statusLabel(status) })))}
    value={choices.statuses}
    onChange={(value) => change({ statuses: worklogStatuses.filter((status) => value.includes(status)) })}
  />
);

const KindFilter = ({ report: { choices, change } }: Pick<Props, 'report'>) => (
  <MultiSelectFilter
    label={m.reports_kind()}
    allLabel={m.reports_all_kinds()}
    choices={fixedChoices(taskKinds.map((kind) => ({ value: kind, label: kindLabel(kind) })))}
    value={choices.kinds}
    onChange={(value) => change({ kinds: taskKinds.filter((kind) => value.includes(kind)) })}
  />
);

const BillableFilter = ({ report: { choices, change } }: Pick<Props, 'report'>) => (
  <MultiSelectFilter
    label={m.billable_field()}
    allLabel={m.billable_all()}
    choices={fixedChoices(billableChoices.map((value) => ({ value, label: billableLabel(value) })))}
    value={choices.billable}
    onChange={(value) => change({ billable: billableChoices.filter((choice) => value.includes(choice)) })}
  />
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
