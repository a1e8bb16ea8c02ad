// Projects and their tasks: limits, kinds, and when worklogs may be logged on them.

import type { Day } from './calendar.ts';
import { type Refusal, refuse } from './reasons.ts';

export const maxProjectNameLength = 120;
export const maxProjectCodeLength = 20;
export const maxProjectNotesLength = 5_000;
export const maxTaskNameLength = 120;

/** More than anyone scrolls through; keeps the response for one project small. */
export const maxTasksPerProject = 200;

export const taskKinds = ['timed', 'expense'] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Twelve hues that are distinguishable in both themes; the theme maps each name to its shades. */
export const projectColours = [
  'teal',
  'blue',
  'indigo',
  'violet',
  'grape',
  'pink',
  'red',
  'orange',
  'yellow',
  'lime',
  'green',
  'gray',
] as const;
export type ProjectColour = (typeof projectColours)[number];

export const defaultProjectColour: ProjectColour = 'teal';

export type LoggingFacts = {
  projectArchivedAt: Date | null;
  projectStartsOn: Day | null;
  projectEndsOn: Day | null;
  taskClosedAt: Date | null;
  isAssigned: boolean;
};

/** Why a worker may not log on this task on `day`, or null. In the order in which a person would fix it. */
export function loggingRefusal(facts: LoggingFacts, day: Day): Refusal | null {
  if (!facts.isAssigned) return refuse('project.not-assigned', { path: 'taskId' });
  if (facts.projectArchivedAt) return refuse('project.archived', { path: 'taskId' });
  if (facts.taskClosedAt) return refuse('task.closed', { path: 'taskId' });
  if (facts.projectStartsOn && day < facts.projectStartsOn) {
    return refuse('project.not-started', { path: 'start', params: { day: facts.projectStartsOn } });
  }
  if (facts.projectEndsOn && day > facts.projectEndsOn) {
    return refuse('project.ended', { path: 'start', params: { day: facts.projectEndsOn } });
  }
  return null;
}

export const projectDatesRefusal = (startsOn: Day | null, endsOn: Day | null): Refusal | null =>
  startsOn && endsOn && endsOn < startsOn ? refuse('project.ends-before-start', { path: 'endsOn' }) : null;

/** Tasks of one project with the same name, compared without case: a refusal for each repetition. */
export function duplicateTaskRefusals(names: readonly string[]): Refusal[] {
  const first = new Map<string, number>();
  return names.flatMap((name, index) => {
    const key = name.toLowerCase();
    if (first.has(key)) return [refuse('task.name-taken', { path: `tasks.${index}.name` })];
    first.set(key, index);
    return [];
  });
}
