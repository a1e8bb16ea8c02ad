import { expect, test } from 'vitest';
import { auditKindNames, auditKinds, temporaryAuditKinds } from './audit.ts';

test.each(auditKindNames)('%s says what happened', (kind) => {
  expect(auditKinds[kind].description).toMatch(/^[A-Z].{10,}[^.]$/);
});

test('only what closes or opens payroll is kept forever', () => {
  expect(auditKindNames.filter((kind) => !temporaryAuditKinds.some((one) => one === kind))).toEqual([
    'lock-date',
    'payroll-closed',
  ]);
});
