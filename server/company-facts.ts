// The company as it is now, not as it was when the request began: a lock date, a policy or a role that changed a moment ago
// counts. The share lock lets writers of worklogs pass each other, and keeps waiting whoever changes the company or a member.
// Taken before every other lock of a request.

import { policyNames } from '#domain/policies.ts';
import type { CompanyContext } from './context.ts';
import { found, refused } from './refused.ts';

/** Everything of CompanyFacts but the role, which is the caller's. */
export const companyColumns = [
  'id',
  'name',
  'timeZone',
  'currency',
  'weekStartsOn',
  'seats',
  'version',
  ...policyNames,
] as const;

/** The same context with the facts as they stay until the commit. Whoever lost their role meanwhile is refused. */
export async function holdCompanyFacts(ctx: CompanyContext): Promise<CompanyContext> {
  const { db, company, person } = ctx;
  const held = await db
    .selectFrom('companies')
    .select(companyColumns)
    .where('id', '=', company.id)
    .forShare()
    .executeTakeFirst();
  const facts = found(held, 'company.missing');
  // A statement of its own: the one that waited for the lock still sees the members of before.
  const own = await db
    .selectFrom('members')
    .select('role')
    .where('companyId', '=', company.id)
    .where('userId', '=', person.id)
    .where('deactivatedAt', 'is', null)
    .executeTakeFirst();
  if (own?.role !== company.role) throw refused('role.not-allowed');
  return { ...ctx, company: { ...company, ...facts } };
}
