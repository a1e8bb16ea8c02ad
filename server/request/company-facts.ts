// Reads the company again under a lock: a lock date, a policy or a role that changed since the request began counts.
// The share lock lets writers of worklogs run concurrently, but blocks changes of the company and of its members.
// Taken before every other lock of a request.

import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import { policyNames } from '#domain/policies.ts';
import { activeStandIns } from '#domain/stand-ins.ts';
import { prepared } from '../db/transact.ts';
import type { CompanyContext, CompanyFacts } from './context.ts';
import { refused } from './refused.ts';

/** The columns of CompanyFacts that do not depend on the caller. */
export const companyColumns = [
  'id',
  'name',
  'timeZone',
  'currency',
  'weekStartsOn',
  'seats',
  'version',
  'hasClients',
  'hasTags',
  'hasUnbillable',
  ...policyNames,
] as const;

/** Keeps only the stand-ins that are active today in the company's time zone; the database returns those of nearby days too. */
export const factsToday = (facts: CompanyFacts, now: Date): CompanyFacts => ({
  ...facts,
  standsInFor: activeStandIns(facts.role, facts.standsInFor, dayOf(now, facts.timeZone)),
});

/** The same context with the company as it stays until the commit. Refuses a caller whose role has changed. */
export async function lockCompanyFacts(ctx: CompanyContext): Promise<CompanyContext> {
  const { db, company, person } = ctx;
  const [row] = await prepared(
    db,
    sql<{ facts: CompanyFacts | null }>`select lock_membership_facts(${company.id}, ${person.id}) as facts`,
  );
  const facts = row?.facts;
  if (facts?.role !== company.role) throw refused('role.not-allowed');
  return { ...ctx, company: factsToday(facts, ctx.now) };
}
