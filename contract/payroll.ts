// Payroll: the totals of each worker in a period, and closing the period by moving the company's lock date. Approved totals
// are paid; pending and rejected ones are listed separately. Amounts of different currencies are never added.

import { z } from 'zod';
import { projectColours, taskKinds } from '#domain/projects.ts';
import { maxReportDays } from '#domain/report-ranges.ts';
import { endpoint } from './endpoint.ts';
import {
  clientName,
  companyPath,
  currency,
  day,
  id,
  instant,
  listOf,
  money,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  sumsByCurrency,
  unlimited,
} from './fields.ts';
import { allowedOrReason } from './worklogs.ts';

export const payrollAmounts = z
  .object({
    items: z.int().describe('Worklogs'),
    minutes: z.int().describe('Elapsed minutes of these worklogs'),
    expenses: sumsByCurrency,
  })
  .meta({ id: 'PayrollAmounts' });

const byStatus = { approved: payrollAmounts, pending: payrollAmounts, rejected: payrollAmounts };

const exportedAmounts = { minutes: z.int(), expenses: sumsByCurrency };

/** As an export stores the totals: by the id of the worker. */
export const storedPayrollTotals = z.record(
  id,
  z.object({ ...exportedAmounts, expenses: z.array(money.extend({ currency })) }),
);

export const payrollWorker = z
  .object({
    userId: id,
    name: z.string(),
    isActive: z.boolean(),
    exported: z
      .object({
        ...exportedAmounts,
        at: instant,
        byName: z.string(),
        differs: z.boolean().describe('The approved totals have changed since the export'),
      })
      .nullable()
      .describe('Approved totals of exactly this period in the last export; null if never exported'),
    ...byStatus,
    days: z
      .array(z.object({ day, approvedMinutes: z.int(), pendingMinutes: z.int(), rejectedMinutes: z.int() }))
      .max(maxReportDays)
      .describe('Company days with timed worklogs, in order'),
    tasks: unlimited(
      z.object({
        projectId: id,
        projectName: z.string(),
        clientName,
        colour: z.enum(projectColours),
        taskId: id,
        taskName: z.string(),
        kind: z.enum(taskKinds),
        ...byStatus,
      }),
      'every task on which the worker logged in the period',
    ),
  })
  .meta({ id: 'PayrollWorker' });
export type PayrollWorker = z.infer<typeof payrollWorker>;

const closing = z
  .object({
    lockedUntil: day.nullable().describe('Last locked day of the company'),
    pending: z.int().describe('Pending worklogs of the whole company up to `to`'),
    oldestPendingOn: day.nullable(),
    close: allowedOrReason.describe('true, or why the period cannot be closed now'),
  })
  .meta({ id: 'PayrollClosing' });

export const payrollEndpoints = {
  getPayroll: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/payroll',
    summary:
      'Workers with worklogs in the period, a page at a time in the order of their names, and totals over all of them',
    can: 'reports.read',
    isSnapshot: true,
    input: z.strictObject({
      ...companyPath,
      from: day,
      to: day,
      workerIds: listOf(id).optional().describe('Ids outside what the caller may see act like unknown ones'),
      ...pageQuery,
    }),
    output: z.object({
      totals: z.object({ workers: z.int(), ...byStatus }),
      workers: pageOf(payrollWorker),
      ...pageFields,
      closing: closing.nullable().describe('For callers who may close a period'),
    }),
    refuses: ['range.backwards', 'range.too-long', 'range.too-far-ahead', 'sum.too-large', ...pageReasons],
  }),
  closePayroll: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/payroll/close',
    summary:
      'Close all days up to `until`: the lock date of the company moves there, never back. Stores the totals of each worker in the period',
    can: 'company.update',
    input: z.strictObject({
      ...companyPath,
      from: day.optional().describe('First day of the period; absent: the day after the current lock date'),
      until: day.describe('Becomes the last locked day; must be a past company day'),
      pending: z.int().min(0).describe('Number of pending worklogs up to that day that the caller was shown'),
    }),
    output: z.object({ lockedUntil: day, pending: z.int() }),
    refuses: ['range.backwards', 'payroll.not-over', 'payroll.already-closed', 'payroll.pending-changed'],
  }),
};
