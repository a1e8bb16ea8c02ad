import Check from 'lucide-react/icons/check';
import Receipt from 'lucide-react/icons/receipt';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { useCompany } from '../auth.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { projectLabel, projectTitle } from '../ui/project-title.ts';
import { kindLabel } from '../worklog/labels.ts';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import type { LoggableTask } from './loader.ts';
import { type TaskGroup, taskGroups } from './task-groups.ts';
import { useTaskSearch } from './task-search.ts';
import classes from './worklogs.module.css';

type Props = {
  label: string;
  /** The first page of tasks, and the chosen one. */
  tasks: readonly LoggableTask[];
  /** There are more tasks; the server searches them while the user types. */
  hasMore: boolean;
  /** Leaves out tasks of the first page and of the search. */
  isOffered?: (task: LoggableTask) => boolean;
  chosen: LoggableTask | undefined;
  error?: string | undefined;
  autoFocus?: boolean;
  onChoose: (task: LoggableTask) => void;
};

const offerAll = () => true;

/** Favourites, the last used tasks, then the others by project. The search matches task and project names, best matches first. */
export function TaskCombobox({ tasks, hasMore, isOffered = offerAll, chosen, onChoose, ...field }: Props) {
  const { id: companyId } = useCompany();
  const search = useTaskSearch(companyId, tasks, hasMore, isOffered);
  const groups =
    search.words === '' ? taskGroups(search.offered) : [{ name: '', tasks: search.offered, isProject: false }];
  return (
    <Combobox
      {...field}
      placeholder={m.worklog_task_placeholder()}
      mark={chosen && <ProjectDot colour={chosen.colour} />}
      groups={groups.map(optionsOf)}
      chosen={chosen && optionOf(chosen)}
      typed={search.typed}
      onType={search.type}
      find={async () => (await search.find()).map(optionOf)}
      onChoose={({ task }) => onChoose(task)}
      note={noteOf(search)}
    >
      {({ task, isInProject }) => (
        <>
          <ProjectDot colour={task.colour} />
          <span className={classes.taskOptionName}>
            {isolated(task.taskName)}
            {!isInProject && <span className="dimmed"> {projectTitle(task)}</span>}
          </span>
          {task.kind === 'expense' && (
            <span className={classes.taskKind}>
              <Receipt size={14} aria-hidden /> {kindLabel('expense')}
            </span>
          )}
          {task.taskId === chosen?.taskId && <Check size={16} aria-hidden />}
        </>
      )}
    </Combobox>
  );
}

const optionOf = (task: LoggableTask) => ({
  value: task.taskId,
  label: `${task.taskName} · ${projectLabel(task)}`,
  task,
  isInProject: false,
});

/** Options name the project unless the group heading does. */
const optionsOf = ({ name, tasks, isProject }: TaskGroup) => ({
  name,
  options: tasks.map((task) => ({ ...optionOf(task), isInProject: isProject })),
});

type Search = ReturnType<typeof useTaskSearch>;

function noteOf({ offered, words, isLoading, isFailed, hasMore }: Search): string | null {
  if (isFailed) return m.ui_choices_failed();
  if (isLoading) return m.shell_loading();
  if (offered.length > 0) return hasMore ? m.ui_more_fit() : null;
  return words === '' ? m.worklog_no_tasks() : m.ui_nothing_fits({ search: words });
}
