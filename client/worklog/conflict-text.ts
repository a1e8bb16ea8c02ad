import type { ConflictingWorklog } from '#contract/worklogs.ts';
import { isolated } from '#locales/registry.js';
import { formatDay, formatTimeRange } from '../ui/format.ts';

/** A worklog at the same time: when, and on which task. */
export function conflictText({ projectName, taskName, startsAt, endsAt, zone, day }: ConflictingWorklog): string {
  const task = `${isolated(projectName)} · ${isolated(taskName)}`;
  return startsAt && endsAt ? `${formatDay(day)}, ${formatTimeRange({ startsAt, endsAt, zone, day })}, ${task}` : task;
}
