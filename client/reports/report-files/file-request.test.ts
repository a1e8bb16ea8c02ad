import { expect, test } from 'vitest';
import { noFilters, reportApiFilter } from '../filter.ts';
import { fileRequest } from './file-request.ts';

const [project, worker] = ['01a1fc1b-c889-772a-86d0-3359056bc6fc', '01a1fc1b-c889-772a-86d0-3359056bc6fd'];
const range = { from: '2026-11-02', to: '2026-11-20' };
const apiFilter = reportApiFilter({ ...noFilters(), ...range, projects: [project], workers: [worker] }, range);
const choice = { format: 'csv', style: 'local' } as const;
const company = { id: 'company' };

test('a file of the payroll has the filter that payroll shows, not the one of the report before it', () => {
  const shown = { company, apiFilter, subject: {}, levels: [], choices: { view: 'payroll' as const } };
  const request = { companyId: 'company', ...choice, language: 'en', ...range, workerIds: [worker] };
  expect(fileRequest(shown, { ...choice, of: 'payroll' })).toEqual({ ...request, of: 'payroll' });
  expect(fileRequest(shown, { ...choice, of: 'worklogs' })).toEqual({ ...request, of: 'worklogs' });
});

test('a file of another report has its whole filter and its project', () => {
  const shown = { company, apiFilter, levels: [], choices: { view: 'breakdown' as const } };
  expect(fileRequest({ ...shown, subject: {} }, { ...choice, of: 'breakdown' })).toMatchObject({
    projectIds: [project],
    workerIds: [worker],
    groupBy: [],
  });
  const request = fileRequest({ ...shown, subject: { projectId: worker } }, { ...choice, of: 'worklogs' });
  expect(request).toMatchObject({ projectIds: [worker] });
});
