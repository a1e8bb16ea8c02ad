// Two people changed the same project: what the other one changed is taken over where this one changed nothing, and
// what both changed stays as typed here. Nothing typed is lost, and what happened is told field by field.

import type { ProjectValues, TaskValues } from './project-values.ts';

export type ProjectField = Exclude<keyof ProjectValues, 'version'>;

export type Merged = {
  values: ProjectValues;
  /** Changed by somebody else and taken over. */
  taken: ProjectField[];
  /** Changed by both: the own value is kept, `theirs` tells the other. */
  kept: ProjectField[];
};

const fields = [
  'name',
  'code',
  'colour',
  'notes',
  'startsOn',
  'endsOn',
  'hours',
  'money',
  'audience',
  'managerIds',
  'workerIds',
  'tasks',
] as const satisfies readonly ProjectField[];

export function mergeProject(base: ProjectValues, mine: ProjectValues, theirs: ProjectValues): Merged {
  const changedByThem = fields.filter((field) => !isSame(base[field], theirs[field]));
  const changedByMe = fields.filter((field) => !isSame(base[field], mine[field]));
  const taken = changedByThem.filter((field) => !changedByMe.includes(field));
  const kept = changedByThem.filter((field) => changedByMe.includes(field) && !isSame(mine[field], theirs[field]));
  const own = Object.fromEntries(changedByMe.map((field) => [field, mine[field]]));
  const tasks = changedByMe.includes('tasks') ? mergeTasks(base.tasks, mine.tasks, theirs.tasks) : theirs.tasks;
  return { values: { ...theirs, ...own, tasks }, taken, kept };
}

/** Task by task: the own row where it was changed here, else theirs; rows new on either side stay. */
function mergeTasks(base: TaskValues[], mine: TaskValues[], theirs: TaskValues[]): TaskValues[] {
  const before = byId(base);
  const now = byId(theirs);
  const merged = mine.flatMap((task) => {
    if (task.id === '') return [task];
    const current = now.get(task.id);
    const isChangedHere = !isSame(task, before.get(task.id));
    if (current) return [isChangedHere ? { ...task, isUsed: current.isUsed } : current];
    return isChangedHere ? [{ ...task, id: '', isUsed: false }] : [];
  });
  const added = theirs.filter(({ id }) => !before.has(id));
  const usedMeanwhile = theirs.filter(
    ({ id, isUsed }) => before.has(id) && isUsed && !mine.some((one) => one.id === id),
  );
  return [...merged, ...usedMeanwhile, ...added];
}

const byId = (tasks: readonly TaskValues[]) => new Map(tasks.map((task) => [task.id, task]));

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
