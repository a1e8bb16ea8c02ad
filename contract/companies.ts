// Companies: founding one, reading it, changing its settings.

import { z } from 'zod';
import { maxCompanyNameLength, maxLockReasonLength } from '#domain/companies.ts';
import { actions } from '#domain/permissions.ts';
import { type Policies, type PolicyName, type PolicyRow, policies, policyNames } from '#domain/policies.ts';
import { recordByName } from '#domain/record-of.ts';
import { endpoint } from './endpoint.ts';
import {
  companyPath,
  currency,
  day,
  id,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  requiredText,
  role,
  storedTimeZone,
  text,
  timeZone,
  version,
} from './fields.ts';
import { sessionCompany } from './identity.ts';

const companyFields = {
  name: requiredText(maxCompanyNameLength).describe('Name of the company'),
  timeZone,
  currency,
  weekStartsOn: z.int().min(1).max(7).describe('First day of the week: 1 Monday … 7 Sunday'),
};

type PolicyFields = { [Name in PolicyName]: z.ZodType<Policies[Name], Policies[Name]> };

const policyFields: PolicyFields = recordByName(policyNames, (name) => policyField(policies[name]));

function policyField(row: PolicyRow): z.ZodType {
  switch (row.kind) {
    case 'day':
      return day.nullable().describe(row.description);
    case 'switch':
      return z.boolean().describe(row.description);
    case 'choice':
      return z.enum(row.options).describe(row.description);
    case 'minutes':
    case 'amount':
    case 'days': {
      const whole = z.int().min(row.minimum).max(row.maximum);
      return (row.default === null ? whole.nullable() : whole).describe(row.description);
    }
  }
}

export const company = z
  .object({
    id,
    ...companyFields,
    name: z.string(),
    timeZone: storedTimeZone,
    ...policyFields,
    plan: z.enum(['Free', 'Premium']),
    seats: z.int(),
    version: z.int(),
    role: role.describe('Role of the caller in this company'),
    can: z
      .array(z.string())
      .max(actions.length)
      .describe('Actions of the permission matrix that the caller has in any scope'),
  })
  .meta({ id: 'Company' });
export type Company = z.infer<typeof company>;

export const companyEndpoints = {
  listCompanies: endpoint({
    method: 'GET',
    path: '/companies',
    summary:
      'Companies of the caller, in the order of joining, a page at a time; for an access token those that it reaches',
    can: 'verified',
    forTokens: true,
    input: z.strictObject(pageQuery),
    output: z.object({ companies: pageOf(sessionCompany), ...pageFields }),
    refuses: pageReasons,
  }),
  foundCompany: endpoint({
    method: 'POST',
    path: '/companies',
    summary: 'Found a company; the founder becomes its company admin',
    can: 'verified',
    input: z.strictObject({
      ...companyFields,
      weekStartsOn: companyFields.weekStartsOn.optional(),
    }),
    output: company,
    refuses: ['company.too-many-new'],
  }),
  getCompany: endpoint({
    method: 'GET',
    path: '/companies/{companyId}',
    summary: 'One company of the caller',
    can: 'company.read',
    onFreePlan: true,
    input: z.strictObject(companyPath),
    output: company,
  }),
  updateCompany: endpoint({
    method: 'PATCH',
    path: '/companies/{companyId}',
    summary: 'Change name, zone, week and policies',
    can: 'company.update',
    onFreePlan: true,
    input: z.strictObject({
      ...companyPath,
      version,
      ...z.object({ ...companyFields, ...policyFields }).partial().shape,
      unlockFrom: day
        .optional()
        .describe('If `lockedUntil` moves back or is removed: the current lock date, to confirm the unlocking'),
      lockReason: text(maxLockReasonLength).optional().describe('Why the lock date moves; shown in the history'),
    }),
    output: company,
    refuses: ['company.changed-since-seen', 'company.lock-date-moves-back'],
  }),
};
