import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { m } from '#locales/messages.js';
import type { ApiOutput } from '../api.ts';
import { useCompany } from '../auth.ts';
import { useConnection } from '../connection.ts';
import { apiQuery } from '../queries.ts';
import { MenuItem, MenuLabel } from '../ui/Menu.tsx';
import { problemText } from '../ui/problem-text.ts';
import { projectTitle } from '../ui/project-title.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ProjectDot } from '../worklog/ProjectDot.tsx';
import classes from './timer.module.css';

const maxTasks = 7;

type TimerTask = ApiOutput<'GET /companies/{companyId}/loggable-tasks'>['found'][number];

type Props = {
  /** The current task of the timer. */
  except: string | null;
  onChoose: (task: TimerTask) => void;
};

/** Favourite and recently used tasks. Other tasks can be chosen when the timer is stopped. */
export function TimerTasks({ except, onChoose }: Props) {
  const { id: companyId } = useCompany();
  const { data: tasks, error } = useQuery(
    apiQuery('projects', 'GET /companies/{companyId}/loggable-tasks', { companyId }),
  );
  const { isReachable } = useConnection();
  if (!tasks && !isReachable)
    return <MenuLabel>{navigator.onLine ? m.ui_part_unreached() : m.ui_part_offline()}</MenuLabel>;
  if (!tasks) return error ? <MenuLabel>{problemText(error)}</MenuLabel> : <Skeleton height={36} />;
  const offered = tasks.found.filter(({ kind, taskId }) => kind === 'timed' && taskId !== except).slice(0, maxTasks);
  return <TaskItems tasks={offered} onChoose={onChoose} />;
}

function TaskItems({ tasks, onChoose }: { tasks: readonly TimerTask[]; onChoose: (task: TimerTask) => void }) {
  const list = useRef<HTMLDivElement>(null);
  // The items are loaded after the menu has opened, and the first one is the most likely choice.
  useEffect(() => list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(), []);
  return (
    <div ref={list} role="none">
      {tasks.map((task) => (
        <MenuItem key={task.taskId} icon={<ProjectDot colour={task.colour} />} onSelect={() => onChoose(task)}>
          {task.taskName}
          <span className={classes.project}>{projectTitle(task)}</span>
        </MenuItem>
      ))}
    </div>
  );
}
