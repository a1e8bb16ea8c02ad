import { describe, expect, test } from 'vitest';
import { askedFor, rangeOf, rowsBehind, toRows, unchosen } from './filter.ts';

const id = '01a1fc1b-c889-772a-86d0-3359056bc6fc';
const other = '01a1fc1b-c889-772a-86d0-3359056bc6fd';
const nothing = { ...unchosen(), from: null, to: null };
const range = { from: '2026-11-01', to: '2026-11-30' };

describe('the range of a report', () => {
  test.each([
    [{ from: null, to: null }, range],
    [
      { from: '2026-10-05', to: '2026-10-09' },
      { from: '2026-10-05', to: '2026-10-09' },
    ],
  ])('of %o is %o', (wanted, found) => {
    expect(rangeOf(wanted, '2026-11-21')).toEqual(found);
  });
});

test('what is not chosen is not asked for', () => {
  expect(askedFor(nothing, range)).toEqual(range);
  expect(askedFor({ ...nothing, projects: [id], statuses: ['rejected'], kinds: ['timed'] }, range)).toEqual({
    ...range,
    projectIds: [id],
    statuses: ['rejected'],
    kinds: ['timed'],
  });
});

test('a report of one task is asked for no projects and tasks, its rows for exactly these', () => {
  const place = { projectId: id, taskId: other };
  const asked = askedFor({ ...nothing, projects: [other], tasks: [id], workers: [id] }, range, place);
  expect(asked).toEqual({ ...range, workerIds: [id] });
  expect(rowsBehind(asked, place)).toEqual({
    ...range,
    projectIds: [id],
    taskIds: [other],
    workerIds: [id],
    statuses: ['pending', 'approved'],
  });
});

test('the address of the rows behind a number keeps the rest of the filter and begins on page 1', () => {
  const before = { from: '2026-11-01', projects: [id, other], kinds: 'timed', page: '3', sort: 'name' };
  expect(toRows({ projects: [id], statuses: ['pending'] })(before)).toEqual({
    from: '2026-11-01',
    projects: [id],
    statuses: ['pending'],
    kinds: 'timed',
    sort: 'name',
    view: 'worklogs',
  });
});
