import { expect, test } from 'vitest';
import { defaultPolicies, policies, policyNames } from './policies.ts';

test('the defaults of a new company refuse only obvious mistakes', () => {
  expect(defaultPolicies).toEqual({
    loggers: 'workers',
    logForOthers: false,
    times: 'required',
    lockedUntil: null,
    longestWorklogMinutes: 24 * 60,
    longestDayMinutes: null,
    weeklyTargetMinutes: null,
    allowFuture: false,
    overlaps: 'refuse',
    requireNotes: false,
    receiptAboveMinor: null,
    waitingMails: 'daily',
    emptyWeekMails: false,
    auditDays: 365,
  });
});

test.each(policyNames)('%s has a description, and its default is one of its values', (name) => {
  const row = policies[name];
  expect(row.description).toMatch(/^[A-Z].{20,}[^.]$/);
  if (row.kind === 'choice') expect<readonly string[]>(row.options).toContain(row.default);
  if ('minimum' in row && row.default !== null) {
    expect(row.default).toBeGreaterThanOrEqual(row.minimum);
    expect(row.default).toBeLessThanOrEqual(row.maximum);
  }
});
