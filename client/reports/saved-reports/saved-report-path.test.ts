import { expect, test } from 'vitest';
import { noFilters, reportApiFilter } from '../filter.ts';
import { shownReportInput } from './saved-report-path.ts';

const [project, worker] = ['01a1fc1b-c889-772a-86d0-3359056bc6fc', '01a1fc1b-c889-772a-86d0-3359056bc6fd'];
const range = { from: '2026-11-02', to: '2026-11-20' };

const saved = (view: 'breakdown' | 'payroll') => {
  const filter = { ...noFilters(), projects: [project], workers: [worker], billable: ['yes' as const] };
  return shownReportInput({
    range,
    today: '2026-11-21',
    subject: {},
    levels: [],
    company: { weekStartsOn: 1 },
    choices: { view, group: 'usual', subgroup: 'usual' },
    apiFilter: reportApiFilter({ ...filter, ...range }, range),
  });
};

test('a payroll is saved with the filter that it shows, not with one of the report before it', () => {
  expect(saved('payroll')).toMatchObject({ range: 'days', ...range, filter: { workerIds: [worker] } });
  expect(saved('payroll').filter).toEqual({ workerIds: [worker] });
  expect(saved('breakdown').filter).toEqual({ projectIds: [project], workerIds: [worker], isBillable: true });
});
