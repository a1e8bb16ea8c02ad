import { expect, test } from 'vitest';
import { duplicateTaskRefusals, loggingRefusal, projectDatesRefusal } from './projects.ts';

const day = '2026-11-16';
const open = {
  projectArchivedAt: null,
  projectStartsOn: null,
  projectEndsOn: null,
  taskClosedAt: null,
  isAssigned: true,
};
const at = new Date('2026-11-01T00:00:00Z');

test('a worker logs on an open task of an active project they are assigned to', () => {
  expect(loggingRefusal(open, day)).toBeNull();
});

test.each([
  [{ isAssigned: false }, 'project.not-assigned', 'taskId'],
  [{ projectArchivedAt: at }, 'project.archived', 'taskId'],
  [{ taskClosedAt: at }, 'task.closed', 'taskId'],
  [{ projectStartsOn: '2026-11-17' }, 'project.not-started', 'start'],
  [{ projectEndsOn: '2026-11-15' }, 'project.ended', 'start'],
] as const)('with %o logging is refused as %s', (facts, code, path) => {
  expect(loggingRefusal({ ...open, ...facts }, day)).toMatchObject({ code, path });
});

test('work can be logged on the first and on the last day of a project', () => {
  expect(loggingRefusal({ ...open, projectStartsOn: day, projectEndsOn: day }, day)).toBeNull();
});

test('a refusal for somebody who is not assigned reveals nothing else about the project', () => {
  const facts = { ...open, isAssigned: false, projectArchivedAt: at, taskClosedAt: at };
  expect(loggingRefusal(facts, day)?.code).toBe('project.not-assigned');
});

test.each([
  [null, null, null],
  ['2026-11-16', null, null],
  [null, '2026-11-16', null],
  ['2026-11-16', '2026-11-16', null],
  ['2026-11-17', '2026-11-16', 'project.ends-before-start'],
] as const)('a project from %s to %s is refused as %s', (startsOn, endsOn, code) => {
  expect(projectDatesRefusal(startsOn, endsOn)?.code ?? null).toBe(code);
});

test('each task that repeats an earlier name is refused', () => {
  expect(duplicateTaskRefusals(['Design', 'Travel', 'design', 'DESIGN'])).toEqual([
    { code: 'task.name-taken', path: 'tasks.2.name' },
    { code: 'task.name-taken', path: 'tasks.3.name' },
  ]);
  expect(duplicateTaskRefusals(['Design', 'Design 2'])).toEqual([]);
});
