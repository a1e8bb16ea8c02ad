import { expect, test } from 'vitest';
import { approvalApiFilter, pendingOnly } from './filter.ts';

const month = { from: '2026-11-01', to: '2026-11-30' };
const id = '01a1fc1d-a2af-7618-af09-e1a2d1d71324';
const all = { from: null, to: null, project: '', workers: [], clients: [], tags: [], status: 'all' as const };

test('requests the default days if the URL has none', () => {
  expect(approvalApiFilter(all, month)).toEqual(month);
});

test('requests the days of the URL, and swaps a reversed range', () => {
  const wanted = {
    from: '2026-12-24',
    to: '2026-12-01',
    project: id,
    workers: [id],
    clients: [id],
    tags: ['none'],
    status: 'rejected' as const,
  };
  expect(approvalApiFilter(wanted, month)).toEqual({
    from: '2026-12-01',
    to: '2026-12-24',
    projectIds: [id],
    workerIds: [id],
    clientIds: [id],
    tagIds: ['none'],
    statuses: ['rejected'],
  });
});

test('a review contains pending worklogs', () => {
  expect(pendingOnly(approvalApiFilter({ ...all, status: 'approved' }, month))).toEqual({
    ...month,
    statuses: ['pending'],
  });
});
