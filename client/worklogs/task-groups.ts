// The groups of task lists: favourites, the last used, then the rest by project.

import { m } from '#locales/messages.js';
import { projectTitle } from '../ui/project-title.ts';
import type { LoggableTask } from './loader.ts';

const maxLastUsed = 6;

export type TaskGroup = { name: string; tasks: readonly LoggableTask[]; isProject: boolean };

export function taskGroups(tasks: readonly LoggableTask[]): TaskGroup[] {
  const favourites = tasks.filter(({ isFavourite }) => isFavourite);
  const used = tasks.filter(({ isFavourite, lastUsedAt }) => !isFavourite && lastUsedAt !== null);
  const last = used.slice(0, maxLastUsed);
  const rest = tasks.filter((task) => !favourites.includes(task) && !last.includes(task));
  const ofProjects = [...Map.groupBy(rest, ({ projectId }) => projectId).values()];
  return [
    { name: m.worklog_tasks_favourite(), tasks: favourites, isProject: false },
    { name: m.worklog_tasks_last_used(), tasks: last, isProject: false },
    ...ofProjects.map((ofOne) => ({ name: ofOne[0] ? projectTitle(ofOne[0]) : '', tasks: ofOne, isProject: true })),
  ].filter((group) => group.tasks.length > 0);
}
