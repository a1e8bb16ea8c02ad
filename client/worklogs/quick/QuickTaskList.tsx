import Star from 'lucide-react/icons/star';
import { m } from '#locales/messages.js';
import { Option, OptionGroup } from '../../ui/Listbox.tsx';
import { kindLabel } from '../../ui/labels.ts';
import { ProjectDot } from '../../ui/ProjectDot.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { taskGroups } from '../task-groups.ts';
import type { LoggableTask } from '../WorklogForm.tsx';
import classes from './quick.module.css';
import type { QuickForm } from './use-quick-entry.ts';

type Props = {
  id: string;
  form: QuickForm;
  active: LoggableTask | undefined;
  onPick: (task: LoggableTask) => void;
};

export const optionId = (listId: string, { taskId }: LoggableTask): string => `${listId}-${taskId}`;

/** The field above keeps the focus; Enter takes the one that is marked. Without words: favourites, then the last used. */
export function QuickTaskList({ id, form, active, onPick }: Props) {
  const { offered, task, hasNone, isPending, error } = form.tasks;
  const { words } = form.read;
  const groups = words === '' ? taskGroups(offered) : [{ name: '', tasks: offered }];
  const isEmpty = offered.length === 0 && !isPending;
  return (
    <div className={classes.tasks}>
      <div id={id} role="listbox" aria-label={m.quick_tasks()} hidden={offered.length === 0}>
        {groups.map(({ name, tasks }) => (
          <OptionGroup key={name} name={name} label={name === '' ? m.quick_tasks() : name}>
            {tasks.map((one) => (
              <TaskOption
                key={one.taskId}
                id={optionId(id, one)}
                task={one}
                isActive={one === active}
                isChosen={one.taskId === task?.taskId}
                onPick={onPick}
              />
            ))}
          </OptionGroup>
        ))}
      </div>
      {error && <p className={classes.note}>{problemText(error)}</p>}
      {isEmpty && !error && (
        <p className={classes.note} role="status">
          {hasNone ? m.worklog_no_tasks() : m.quick_no_fit({ words })}
        </p>
      )}
    </div>
  );
}

type OptionProps = {
  id: string;
  task: LoggableTask;
  isActive: boolean;
  isChosen: boolean;
  onPick: (task: LoggableTask) => void;
};

const TaskOption = ({ id, task, isActive, isChosen, onPick }: OptionProps) => (
  <Option
    id={id}
    isActive={isActive}
    isChosen={isChosen}
    onPick={() => onPick(task)}
    icon={<ProjectDot colour={task.colour} />}
    beside={
      <>
        {task.kind === 'expense' && <span className="dimmed small">{kindLabel('expense')}</span>}
        {task.isFavourite && <Star size={14} aria-hidden className={classes.starred} />}
      </>
    }
  >
    {task.taskName} <span className="dimmed">{task.projectName}</span>
  </Option>
);
