// A three-way merge for concurrent changes of a project: changes of the other person are taken over, except in fields that
// were changed here too. No input is lost, and the result is reported field by field.

import type { ProjectValues, TaskValues } from './project-values.ts';

export type ProjectField = Exclude<keyof ProjectValues, 'version' | 'base'>;

export type MergedProject = {
  values: ProjectValues;
  /** Fields changed by somebody else and taken over. */
  taken: ProjectField[];
  /** Fields changed by both: the own value is kept. */
  kept: ProjectField[];
};

const fields = [
  'name',
  'clientName',
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

export function mergeProject(mine: ProjectValues, theirs: ProjectValues): MergedProject {
  const { base } = mine;
  const changedByThem = fields.filter((field) => !isSame(base[field], theirs[field]));
  const changedByMe = fields.filter((field) => !isSame(base[field], mine[field]));
  const taken = changedByThem.filter((field) => !changedByMe.includes(field));
  const kept = changedByThem.filter((field) => changedByMe.includes(field) && !isSame(mine[field], theirs[field]));
  const own = Object.fromEntries(changedByMe.map((field) => [field, mine[field]]));
  const tasks = changedByMe.includes('tasks') ? mergeTasks(base.tasks, mine.tasks, theirs.tasks) : theirs.tasks;
  return { values: { ...theirs, ...own, tasks }, taken, kept };
}

/** Merges task by task: the own row if it was changed here, else theirs; new rows of both sides stay. */
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
