// The audit log of a company: who signed in, changed rights or settings, or took data out, and when. For company admins.

import { z } from 'zod';
import { auditKindNames, auditKinds, signInWays, tokenAccesses } from '#domain/audit.ts';
import { endpoint } from './endpoint.ts';
import {
  choiceQuery,
  choices,
  companyPath,
  day,
  id,
  instant,
  listOf,
  pageFields,
  pageOf,
  pageQuery,
  pageReasons,
  total,
} from './fields.ts';

const person = z.object({ userId: id, name: z.string() });

export const auditKind = z
  .enum(auditKindNames)
  .describe(auditKindNames.map((kind) => `\`${kind}\`: ${auditKinds[kind].description}`).join('. '));

export const auditEvent = z
  .object({
    id,
    kind: auditKind,
    at: instant,
    actor: person.nullable().describe('Who did it; null: nobody in the company, such as the payment provider'),
    subject: person.nullable().describe('The member that it happened to, if that is another one'),
    about: z.string().nullable(),
    from: z.string().nullable(),
    to: z
      .string()
      .nullable()
      .describe(
        `Values as in the settings, empty if there was none. Of a sign-in: ${signInWays.join(', ')}. Of an access token: ${tokenAccesses.join(', ')}`,
      ),
    reason: z.string(),
  })
  .meta({ id: 'AuditEvent' });
export type AuditEvent = z.infer<typeof auditEvent>;

export const auditFilterFields = {
  kinds: listOf(auditKind).optional(),
  personIds: listOf(id).optional().describe('What they did, and what happened to them'),
  from: day.optional(),
  to: day.optional(),
};

export const auditEndpoints = {
  listAuditEvents: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/audit-events',
    summary: 'The audit log of the company, newest first',
    can: 'audit.read',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...auditFilterFields, ...pageQuery }),
    output: z.object({ events: pageOf(auditEvent), total, ...pageFields }),
    refuses: pageReasons,
  }),
  listAuditPeople: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/audit-people',
    summary: 'Members, former ones included, to filter the audit log by',
    can: 'audit.read',
    onFreePlan: true,
    input: z.strictObject({ ...companyPath, ...choiceQuery }),
    output: z.object(choices(person)),
  }),
};
