import { expect, test } from 'vitest';
import { mergeProject } from './project-merge.ts';
import { emptyProject, emptyTask, type ProjectValues, type TaskValues, updateProjectInput } from './project-values.ts';

const task = (id: string, rest: Partial<TaskValues> = {}): TaskValues => ({ ...emptyTask(id), key: id, id, ...rest });
const saved = { ...emptyProject, version: 1, name: 'Bridge', code: 'B', tasks: [task('dig'), task('pour')] };
const base: ProjectValues = { ...saved, base: saved };

test('changes of the other person are taken over; fields that both changed keep the input', () => {
  const mine = { ...base, name: 'Bridge North', code: 'BN' };
  const theirs = { ...base, version: 2, name: 'Bridge South', notes: 'Wet' };
  const { values, taken, kept } = mergeProject(mine, theirs);
  expect(values).toMatchObject({ version: 2, name: 'Bridge North', code: 'BN', notes: 'Wet' });
  expect({ taken, kept }).toEqual({ taken: ['notes'], kept: ['name'] });
});

test('what was merged is based on the values of the other person: only own changes are sent, and nothing is new to merge', () => {
  const latest = { ...saved, version: 2, hours: '200' };
  const theirs = { ...latest, base: latest };
  const { values } = mergeProject({ ...base, notes: 'Wet' }, theirs);
  expect(updateProjectInput(values, { currency: 'EUR', locale: 'en' })).toEqual({ notes: 'Wet' });
  expect(mergeProject(values, theirs)).toMatchObject({ taken: [], kept: [] });
});

test('the same change on both sides is no conflict', () => {
  const theirs = { ...base, version: 2, name: 'Span' };
  expect(mergeProject({ ...base, name: 'Span' }, theirs)).toMatchObject({ taken: [], kept: [] });
});

test('tasks are merged one by one: new ones of both sides stay, changed rows keep the input', () => {
  const fresh = emptyTask('Paint');
  const mine = { ...base, tasks: [task('dig', { name: 'Digging' }), task('pour'), fresh] };
  const theirs = { ...base, version: 2, tasks: [task('dig'), task('pour', { isClosed: true }), task('rail')] };
  const { tasks } = mergeProject(mine, theirs).values;
  expect(tasks).toEqual([task('dig', { name: 'Digging' }), task('pour', { isClosed: true }), fresh, task('rail')]);
});

test('a task removed here comes back once something was logged on it; one removed there comes back only if changed here', () => {
  const removedHere = { ...base, tasks: [task('dig')] };
  const usedThere = { ...base, version: 2, tasks: [task('dig'), task('pour', { isUsed: true })] };
  expect(mergeProject(removedHere, usedThere).values.tasks.map(({ id }) => id)).toEqual(['dig', 'pour']);
  const changedHere = { ...base, tasks: [task('dig', { name: 'Digging' }), task('pour')] };
  const removedThere = { ...base, version: 2, tasks: [] };
  expect(mergeProject(changedHere, removedThere).values.tasks.map(({ id, name }) => [id, name])).toEqual([
    ['', 'Digging'],
  ]);
});
