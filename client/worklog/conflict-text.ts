import type { ConflictingWorklog } from '#contract/worklogs.ts';
import { isolated } from '#locales/registry.js';
import { formatDay, formatTimeRange } from '../ui/format.ts';
import { projectTitle } from '../ui/project-title.ts';

/** A worklog at the same time: when, and on which task. */
export function conflictText(worklog: ConflictingWorklog): string {
  const { taskName, startsAt, endsAt, zone, day } = worklog;
  const task = `${projectTitle(worklog)} · ${isolated(taskName)}`;
  return startsAt && endsAt ? `${formatDay(day)}, ${formatTimeRange({ startsAt, endsAt, zone, day })}, ${task}` : task;
}
