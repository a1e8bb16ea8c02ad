// The company as it is now, not as it was when the request began: a lock date, a policy or a role that changed a moment ago
// counts. The share lock lets writers of worklogs pass each other, and keeps waiting whoever changes the company or a member.
// Taken before every other lock of a request.

import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import { policyNames } from '#domain/policies.ts';
import { runningStandIns } from '#domain/stand-ins.ts';
import { prepared } from '../db/transact.ts';
import type { CompanyContext, CompanyFacts } from './context.ts';
import { refused } from './refused.ts';

/** Everything of CompanyFacts but what is the caller's. */
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

/** As the database gives them: with every stand-in that may be running, whatever the day is here. */
export const factsToday = (facts: CompanyFacts, now: Date): CompanyFacts => ({
  ...facts,
  standsInFor: runningStandIns(facts.role, facts.standsInFor, dayOf(now, facts.timeZone)),
});

/** The same context with the facts as they stay until the commit. Whoever lost their role meanwhile is refused. */
export async function holdCompanyFacts(ctx: CompanyContext): Promise<CompanyContext> {
  const { db, company, person } = ctx;
  const [held] = await prepared(
    db,
    sql<{ facts: CompanyFacts | null }>`select hold_membership_facts(${company.id}, ${person.id}) as facts`,
  );
  const facts = held?.facts;
  if (facts?.role !== company.role) throw refused('role.not-allowed');
  return { ...ctx, company: factsToday(facts, ctx.now) };
}
