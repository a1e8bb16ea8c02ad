import Star from 'lucide-react/icons/star';
import { m } from '#locales/messages.js';
import { isolated } from '#locales/registry.js';
import { Listbox, OptionLine } from '../../ui/Listbox.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { projectTitle } from '../../ui/project-title.ts';
import { kindLabel } from '../../worklog/labels.ts';
import { ProjectDot } from '../../worklog/ProjectDot.tsx';
import type { LoggableTask } from '../loader.ts';
import { taskGroups } from '../task-groups.ts';
import classes from './quick.module.css';
import type { QuickForm } from './use-quick-entry.ts';

type Props = {
  id: string;
  form: QuickForm;
  active: LoggableTask | undefined;
  onPick: (task: LoggableTask) => void;
};

export const taskKey = ({ taskId }: LoggableTask): string => taskId;

/** The text field keeps the focus; Enter chooses the active option. Without search words: favourites, then the last used. */
export function QuickTaskList({ id, form, active, onPick }: Props) {
  const { offered, task, hasNone, hasNoMatch, isPending, error } = form.tasks;
  const { words } = form.read;
  const groups = words === '' || hasNoMatch ? taskGroups(offered) : [{ name: '', tasks: offered }];
  const isNoneOffered = offered.length === 0 || (hasNoMatch && !task);
  return (
    <div className={classes.tasks}>
      {isNoneOffered && !isPending && !error && (
        <p className={classes.note} role="status">
          {hasNone ? m.worklog_no_tasks() : m.quick_no_fit({ words })}
        </p>
      )}
      <Listbox
        id={id}
        label={m.quick_tasks()}
        groups={groups.map(({ name, tasks }) => ({ name, options: tasks }))}
        keyOf={taskKey}
        active={active ?? task ?? undefined}
        isSelected={(one) => one === active || one.taskId === task?.taskId}
        onPick={onPick}
      >
        {(one) => <TaskLine task={one} isActive={one === active} />}
      </Listbox>
      {error && <p className={classes.note}>{problemText(error)}</p>}
    </div>
  );
}

const TaskLine = ({ task, isActive }: { task: LoggableTask; isActive: boolean }) => (
  <OptionLine
    icon={<ProjectDot colour={task.colour} />}
    beside={
      <>
        {task.kind === 'expense' && <span className="dimmed small">{kindLabel('expense')}</span>}
        {task.isFavourite && <Star size={14} aria-hidden className={classes.starred} />}
      </>
    }
    isActive={isActive}
  >
    {isolated(task.taskName)} <span className="dimmed">{projectTitle(task)}</span>
  </OptionLine>
);
