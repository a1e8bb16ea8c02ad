// The history of the company itself: who moved the lock date or changed a policy that rights depend on, when, and why.

import { z } from 'zod';
import { accessPolicyNames } from '#domain/permissions.ts';
import { endpoint } from './endpoint.ts';
import { companyPath, day, id, instant, pageFields, pageOf, pageQuery, pageReasons, total } from './fields.ts';

export const companyEvent = z
  .object({
    id,
    kind: z
      .enum(['lock-date', 'payroll-closed', 'policy'])
      .describe(
        'The lock date was moved in the settings, or by closing payroll; or a policy that rights depend on changed',
      ),
    at: instant,
    actorName: z.string(),
    from: day.nullable().describe('The lock date before; null: there was none'),
    to: day.nullable(),
    policy: z
      .object({ name: z.enum(accessPolicyNames), from: z.string(), to: z.string() })
      .nullable()
      .describe('The changed policy; null for other kinds'),
    reason: z.string(),
  })
  .meta({ id: 'CompanyEvent' });
export type CompanyEvent = z.infer<typeof companyEvent>;

/** What moving the lock date back would unlock; sent with the refusal. */
export const unlockEffect = z.object({
  after: day.nullable().describe('The new lock date; null: none'),
  until: day.describe('The lock date in force'),
  firstWorklogOn: day.nullable(),
  worklogs: z.int().describe('Worklogs that could be changed again'),
  payrollPeriods: z.array(z.object({ from: day, to: day })).describe('Closed payroll periods that end within'),
});
export type UnlockEffect = z.infer<typeof unlockEffect>;

export const companyEventEndpoints = {
  listCompanyEvents: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/events',
    summary: 'The history of the company itself, newest first',
    can: 'company.update',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...pageQuery }),
    output: z.object({ events: pageOf(companyEvent), total, ...pageFields }),
    refuses: pageReasons,
  }),
};
