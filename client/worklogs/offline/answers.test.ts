// What a page without a connection is answered from the copy on the device, and what it is not.

import { expect, test } from 'vitest';
import type { Worklog } from '#contract/worklogs.ts';
import { sample } from '../../worklog/sample-worklog.ts';
import { answerFromOfflineCopy } from './answers.ts';
import { parseOfflineCopy } from './copy.ts';

const worklog = (id: string, day: string, rest: Partial<Worklog> = {}): Worklog =>
  sample({ id, projectId: 'quay', day, startsAt: `${day}T01:00:00.000Z`, minutes: 60, ...rest });

const copied = [
  worklog('newest', '2026-11-25', { tags: ['urgent'] }),
  worklog('rejected', '2026-11-20', { status: 'rejected' }),
  worklog('elsewhere', '2026-11-03', {
    projectId: 'office',
    receipts: 1,
    actions: { ...sample({}).actions, amend: true },
  }),
  worklog('october', '2026-10-30'),
];

/** Only what the page reads of it. */
const copy = parseOfflineCopy({
  format: 1,
  personId: 'wati',
  companyId: 'quays',
  takenAt: 0,
  aheadMs: 0,
  session: { user: null, roles: {}, companies: [] },
  from: '2026-10-22',
  worklogs: copied,
  details: [],
  tasks: {
    found: [
      { taskId: 'masonry', taskName: 'Masonry', projectName: 'Quay wall', clientName: null },
      { taskId: 'travel', taskName: 'Travel', projectName: 'Office', clientName: null },
    ],
    chosen: [],
    hasMore: true,
  },
  timer: { timer: null, now: '2026-11-25T00:00:00.000Z' },
  tags: { found: [{ id: 'tag', name: 'urgent', isUsed: true }], chosen: [], hasMore: false },
});

const list = (filter: Record<string, unknown>) => {
  const input = { companyId: 'quays', workerIds: ['wati'], from: '2026-11-01', to: '2026-11-30', ...filter };
  const page = copy && answerFromOfflineCopy('GET /companies/{companyId}/worklogs', input, copy, 0);
  return page && { ids: page.worklogs.map(({ id }) => id), items: page.totals.items };
};

test('a list that begins before the copy has the days of the copy', () => {
  expect(list({ from: '2026-10-01', to: '2026-10-31' })).toEqual({ ids: ['october'], items: 1 });
});

test('a list has the days, projects, statuses and tags of its filter, a page of them, and totals of all', () => {
  expect(list({})).toEqual({ ids: ['newest', 'rejected', 'elsewhere'], items: 3 });
  expect(list({ projectIds: ['office'] })?.ids).toEqual(['elsewhere']);
  expect(list({ statuses: ['rejected'] })?.ids).toEqual(['rejected']);
  expect(list({ tagIds: ['tag'] })?.ids).toEqual(['newest']);
  expect(list({ tagIds: ['none'] })?.ids).toEqual(['rejected', 'elsewhere']);
  expect(list({ clientIds: ['none'] })?.ids).toHaveLength(3);
  expect(list({ clientIds: ['acme'] })).toBeUndefined();
  expect(list({ page: 2, pageSize: 2 })).toEqual({ ids: ['elsewhere'], items: 3 });
  expect(list({ from: '2026-10-22' })?.ids).toHaveLength(4);
});

test('rejected hours are no part of the total', () => {
  const input = { companyId: 'quays', workerIds: ['wati'], from: '2026-11-01' };
  const page = copy && answerFromOfflineCopy('GET /companies/{companyId}/worklogs', input, copy, 0);
  expect(page?.totals).toMatchObject({ minutes: 120, rejectedMinutes: 60, pending: 2, rejected: 1 });
});

test('days before those that were copied, and worklogs of others, are not answered', () => {
  expect(list({ from: '2026-10-01', to: '2026-10-21' })).toBeUndefined();
  expect(list({ from: undefined })).toBeUndefined();
  expect(list({ workerIds: ['cahya'] })).toBeUndefined();
  expect(list({ workerIds: undefined })).toBeUndefined();
});

test('a worklog whose receipts were not copied is not opened: the form would remove them', () => {
  const open = (worklogId: string) =>
    copy &&
    answerFromOfflineCopy(
      'GET /companies/{companyId}/worklogs/{worklogId}',
      { companyId: 'quays', worklogId },
      copy,
      0,
    );
  expect(open('newest')?.worklog.id).toBe('newest');
  expect(open('elsewhere')).toBeUndefined();
  expect(open('unknown')).toBeUndefined();
});

test('tasks are found by words and by their ids', () => {
  const find = (input: Record<string, unknown>) =>
    copy &&
    answerFromOfflineCopy('GET /companies/{companyId}/loggable-tasks', { companyId: 'quays', ...input }, copy, 0);
  expect(find({ search: 'quay mas' })?.found.map(({ taskId }) => taskId)).toEqual(['masonry']);
  expect(find({ ids: ['travel'] })?.chosen.map(({ taskId }) => taskId)).toEqual(['travel']);
});
