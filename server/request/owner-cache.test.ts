import { expect, test } from 'vitest';
import { reportEndpoints } from '#contract/reports.ts';
import { createOwnerCache } from './owner-cache.ts';
import type { Call } from './pipeline.ts';

const owner = { companyId: 'A', personId: 'ann' };

const callOf = (sessionToken: string, companyId: string, endpoint: Call['endpoint']): Call => ({
  endpoint,
  handle: async () => null,
  path: { companyId },
  rest: {},
  sessionToken,
  browserToken: null,
  idempotencyKey: null,
  locale: 'en',
  client: { address: '192.0.2.1', userAgent: '' },
});

test('who was judged is known for two seconds, by the same session, for the same thing of the same company', () => {
  let now = 0;
  const known = createOwnerCache(() => now);
  const { getReport, getReportBreakdown } = reportEndpoints;
  const call = callOf('session', 'A', getReport);
  known.remember(call, owner);
  now = 1_999;
  expect(known.find(call)).toEqual(owner);
  const others = [
    callOf('another', 'A', getReport),
    callOf('session', 'B', getReport),
    callOf('session', 'A', getReportBreakdown),
    { ...call, accessToken: 'session' },
  ];
  expect(others.map((other) => known.find(other))).toEqual([null, null, null, null]);
  now = 2_000;
  expect(known.find(call)).toBeNull();
});
