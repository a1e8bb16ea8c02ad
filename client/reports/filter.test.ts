import { describe, expect, test } from 'vitest';
import { isNarrowedReport, noFilters, reportApiFilter, reportRange, worklogsFilter, worklogsSearch } from './filter.ts';

const id = '01a1fc1b-c889-772a-86d0-3359056bc6fc';
const other = '01a1fc1b-c889-772a-86d0-3359056bc6fd';
const nothing = { ...noFilters(), from: null, to: null };
const range = { from: '2026-11-01', to: '2026-11-30' };

describe('the range of a report', () => {
  test.each([
    [{ from: null, to: null }, range],
    [
      { from: '2026-10-05', to: '2026-10-09' },
      { from: '2026-10-05', to: '2026-10-09' },
    ],
  ])('of %o is %o', (wanted, found) => {
    expect(reportRange(wanted, '2026-11-21')).toEqual(found);
  });
});

test('filters without a choice are not part of the request', () => {
  expect(reportApiFilter(nothing, range)).toEqual(range);
  expect(reportApiFilter({ ...nothing, projects: [id], statuses: ['rejected'], kinds: ['timed'] }, range)).toEqual({
    ...range,
    projectIds: [id],
    statuses: ['rejected'],
    kinds: ['timed'],
  });
});

describe('what is shown is narrowed', () => {
  const isNarrowed = (view: string, chosen: Partial<typeof nothing>) =>
    isNarrowedReport({ choices: { view }, apiFilter: reportApiFilter({ ...nothing, ...chosen }, range) });

  test.each([
    { clients: [id] },
    { projects: [id] },
    { tasks: [id] },
    { workers: [id] },
    { statuses: ['rejected' as const] },
    { kinds: ['timed' as const] },
    { tags: ['none'] },
    { billable: ['no' as const] },
  ])('by %o', (chosen) => {
    expect(isNarrowed('breakdown', chosen)).toBe(true);
    expect(isNarrowed('payroll', chosen), 'payroll has only a filter by workers').toBe('workers' in chosen);
  });

  test('by no filter, and not by its days', () => {
    expect(isNarrowed('breakdown', {})).toBe(false);
    expect(isNarrowed('worklogs', { billable: ['yes', 'no'] })).toBe(false);
  });
});

test('a filter by client, or by projects without one, does not apply to the report of a project', () => {
  const clients = [id, 'none'];
  expect(reportApiFilter({ ...nothing, clients }, range)).toEqual({ ...range, clientIds: clients });
  expect(reportApiFilter({ ...nothing, clients }, range, { projectId: other })).toEqual(range);
});

test('the request of a task report has no project and task filter; the request of its rows has both', () => {
  const subject = { projectId: id, taskId: other };
  const apiFilter = reportApiFilter({ ...nothing, projects: [other], tasks: [id], workers: [id] }, range, subject);
  expect(apiFilter).toEqual({ ...range, workerIds: [id] });
  expect(worklogsFilter(apiFilter, subject)).toEqual({
    ...range,
    projectIds: [id],
    taskIds: [other],
    workerIds: [id],
    statuses: ['pending', 'approved'],
  });
});

test('the URL of the rows of a number keeps the other filters and starts on page 1', () => {
  const before = { from: '2026-11-01', projects: [id, other], kinds: 'timed', page: '3', sort: 'name' };
  expect(worklogsSearch({ projects: [id], statuses: ['pending'] })(before)).toEqual({
    from: '2026-11-01',
    projects: [id],
    statuses: ['pending'],
    kinds: 'timed',
    sort: 'name',
    view: 'worklogs',
  });
});
