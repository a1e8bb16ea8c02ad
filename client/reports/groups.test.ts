import { describe, expect, test } from 'vitest';
import type { SessionCompany } from '#contract/identity.ts';
import type { ReportGroup } from '#domain/report-groups.ts';
import { type GroupChoice, groupLevels, offeredGroups } from './groups.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };
const admin: SessionCompany['scopes'] = { 'reports.read': 'all', 'reports.breakdown': 'all' };
const approver: SessionCompany['scopes'] = { 'reports.read': 'all' };
const worker: SessionCompany['scopes'] = { 'reports.read': 'own' };

const offered = (scopes: SessionCompany['scopes'], subject = {}, range = november) =>
  offeredGroups({ company: { scopes, hasClients: false }, subject, range });

const withClients = offeredGroups({ company: { scopes: admin, hasClients: true }, subject: {}, range: november });

describe('the groups of a report', () => {
  test('are all of them, but not the project and task of the page', () => {
    expect(offered(admin)).toEqual(['project', 'task', 'worker', 'day', 'week', 'month', 'status']);
    expect(offered(admin, { projectId: 'p' })).toEqual(['task', 'worker', 'day', 'week', 'month', 'status']);
    expect(offered(admin, { projectId: 'p', taskId: 't' })).toEqual(['worker', 'day', 'week', 'month', 'status']);
  });

  test('have tasks for those who may open breakdowns, and workers for those who see others', () => {
    expect(offered(approver)).toEqual(['project', 'worker', 'day', 'week', 'month', 'status']);
    expect(offered(worker)).toEqual(['project', 'day', 'week', 'month', 'status']);
  });

  test('have clients in a company that has some, but not on the page of a project', () => {
    expect(withClients).toEqual(['client', 'project', 'task', 'worker', 'day', 'week', 'month', 'status']);
    const company = { scopes: admin, hasClients: true };
    expect(offeredGroups({ company, subject: { projectId: 'p' }, range: november })).not.toContain('client');
  });

  test('have days only while they can be shown', () => {
    const years = { from: '2020-01-01', to: '2026-12-31' };
    expect(offered(worker, {}, years)).toEqual(['project', 'week', 'month', 'status']);
  });
});

const usual: GroupChoice = { group: 'usual', subgroup: 'usual' };

test.each<[string, GroupChoice, ReportGroup[], ReportGroup[]]>([
  ['without a choice', usual, offered(admin), ['project', 'task', 'worker']],
  ['without a choice, of a project', usual, offered(admin, { projectId: 'p' }), ['task', 'worker']],
  ['without a choice, of a task', usual, offered(admin, { projectId: 'p', taskId: 't' }), ['worker']],
  ['without a choice, for an approver', usual, offered(approver), ['project', 'worker']],
  ['without a choice, for a worker', usual, offered(worker), ['project']],
  ['without a choice, with clients', usual, withClients, ['project', 'task', 'worker']],
  ['by client', { group: 'client', subgroup: 'usual' }, withClients, ['client', 'project']],
  ['by client that is not offered', { group: 'client', subgroup: 'usual' }, offered(worker), ['project']],
  ['by worker', { group: 'worker', subgroup: 'usual' }, offered(admin), ['worker', 'project']],
  ['by worker and day', { group: 'worker', subgroup: 'day' }, offered(admin), ['worker', 'day']],
  ['by project and task', { group: 'project', subgroup: 'task' }, offered(admin), ['project', 'task', 'worker']],
  ['by project only', { group: 'project', subgroup: 'none' }, offered(admin), ['project']],
  ['twice by the same', { group: 'day', subgroup: 'day' }, offered(admin), ['day', 'worker']],
  ['by what is not offered', { group: 'task', subgroup: 'worker' }, offered(worker), ['project']],
])('the levels %s', (_, choice, groups, levels) => {
  expect(groupLevels(choice, groups)).toEqual(levels);
});
