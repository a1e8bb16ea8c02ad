import { expect, test } from 'vitest';
import { reportEndpoints } from '#contract/reports.ts';
import type { ApiRequest } from './call.ts';
import { createOwnerCache } from './owner-cache.ts';

const owner = { companyId: 'A', personId: 'ann' };

const requestOf = (sessionToken: string, companyId: string): ApiRequest => ({
  path: { companyId },
  rest: {},
  sessionToken,
  browserToken: null,
  idempotencyKey: null,
  locale: 'en',
  client: { address: '192.0.2.1', userAgent: '' },
});

test('an authorisation is cached for two seconds, for the same session, object and company', () => {
  let now = 0;
  const known = createOwnerCache(() => now);
  const { getReport, getReportBreakdown } = reportEndpoints;
  const request = requestOf('session', 'A');
  known.remember(getReport, request, owner);
  now = 1_999;
  expect(known.find(getReport, request)).toEqual(owner);
  const others = [requestOf('another', 'A'), requestOf('session', 'B'), { ...request, accessToken: 'session' }];
  expect(others.map((other) => known.find(getReport, other))).toEqual([null, null, null]);
  expect(known.find(getReportBreakdown, request)).toBeNull();
  now = 2_000;
  expect(known.find(getReport, request)).toBeNull();
});
