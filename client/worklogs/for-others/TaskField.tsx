import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '#locales/messages.js';
import { useCompany } from '../../auth.ts';
import { apiQuery, queryClient } from '../../queries.ts';
import { Combobox } from '../../ui/Combobox.tsx';
import { projectLabel } from '../../ui/project-title.ts';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import type { LoggableTask } from '../loader.ts';

type Props = {
  taskId: string;
  projectId: string | null;
  error: string | undefined;
  onChange: (task: LoggableTask) => void;
};

/** Tasks on which the person may enter worklogs for others; the server searches them. */
export function TaskField({ taskId, projectId, error, onChange }: Props) {
  const { id: companyId } = useCompany();
  const [typed, setTyped] = useState('');
  const tasksQuery = (text: string) =>
    apiQuery('projects', 'GET /companies/{companyId}/enterable-tasks', {
      companyId,
      ...(projectId === null ? {} : { projectId }),
      ...(text.trim() === '' ? {} : { search: text.trim() }),
      ...(taskId === '' ? {} : { ids: [taskId] }),
    });
  const tasks = useQuery({ ...tasksQuery(typed), placeholderData: keepPreviousData });
  const options = (tasks.data?.found ?? []).map(optionOf);
  const chosen = [...(tasks.data?.chosen ?? []).map(optionOf), ...options].find(({ value }) => value === taskId);
  const emptyNote = typed.trim() === '' ? m.worklog_no_tasks() : m.ui_nothing_fits({ search: typed.trim() });
  const note = tasks.data?.hasMore ? m.ui_more_fit() : options.length === 0 && !tasks.isPending ? emptyNote : null;
  return (
    <Combobox
      label={m.worklog_task()}
      placeholder={m.worklog_task_placeholder()}
      error={error}
      mark={chosen && <ProjectDot colour={chosen.task.colour} />}
      groups={[{ name: '', options }]}
      chosen={chosen}
      typed={typed}
      onType={setTyped}
      find={async (text) => (await queryClient.fetchQuery(tasksQuery(text))).found.map(optionOf)}
      onChoose={({ task }) => onChange(task)}
      note={tasks.isError ? m.ui_choices_failed() : note}
    >
      {({ task, label }) => (
        <>
          <ProjectDot colour={task.colour} />
          <span>{label}</span>
        </>
      )}
    </Combobox>
  );
}

const optionOf = (task: LoggableTask) => ({
  value: task.taskId,
  label: `${task.taskName} · ${projectLabel(task)}`,
  task,
});
