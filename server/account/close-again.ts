// After a restore to an earlier moment, closes the accounts again that were closed since then. Nobody is notified again. Unlike a person
// who closes the account, nothing can refuse it: a company may be left without an admin, which is reported.

import type { Config } from '../config/config.ts';
import { changeMembership } from '../members/change-membership.ts';
import { openBilling } from '../ports/billing/open.ts';
import { openReceipts } from '../ports/receipts/open.ts';
import type { AnyContext, DatabaseHandle, Db } from '../request/context.ts';
import { createHashing } from '../request/hashing.ts';
import { setCurrentCompany, setCurrentPerson } from '../request/tenant.ts';
import { eraseAccount, eraseInCompany, listCompaniesOf } from './erase.ts';

type Closed = { personId: string; at: string };

/** How many were closed, and the companies that have no active admin since. */
export async function closeAgain(database: DatabaseHandle, config: Config, accounts: readonly Closed[]) {
  const withoutAdmin: string[] = [];
  let closed = 0;
  for (const { personId, at } of accounts)
    await database.transaction().execute(async (db) => {
      await setCurrentPerson(db, personId);
      const person = await db
        .selectFrom('users')
        .select(['id', 'email'])
        .where('id', '=', personId)
        .where('closedAt', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (person?.email == null) return;
      const { id, email } = person;
      withoutAdmin.push(...(await closeOne(await contextOf(db, config, new Date(at)), { id, email })));
      closed += 1;
    });
  return { closed, withoutAdmin };
}

async function closeOne(ctx: AnyContext, person: { id: string; email: string }): Promise<string[]> {
  const withoutAdmin: string[] = [];
  for (const { id: companyId, isMember } of await listCompaniesOf(ctx.db, person)) {
    await setCurrentCompany(ctx.db, companyId);
    const member = { companyId, userId: person.id };
    if (isMember && (await changeMembership(ctx, member, { isActive: false }))) {
      withoutAdmin.push(companyId);
      await ctx.db
        .updateTable('members')
        .set({ deactivatedAt: ctx.now })
        .where('companyId', '=', companyId)
        .where('userId', '=', person.id)
        .execute();
    }
    await eraseInCompany(ctx, companyId, person);
  }
  await setCurrentPerson(ctx.db, person.id);
  await eraseAccount(ctx, person);
  return withoutAdmin;
}

/** Without a request: nothing is mailed and nobody is connected. */
async function contextOf(db: Db, config: Config, now: Date): Promise<AnyContext> {
  const nothing = () => undefined;
  return {
    db,
    now,
    config,
    locale: 'en',
    hashing: createHashing(),
    billing: await openBilling(config),
    receipts: await openReceipts(config),
    archives: null,
    upload: null,
    person: null,
    token: null,
    sessionToken: null,
    browserToken: null,
    client: { address: '', userAgent: '' },
    guesses: 'checked',
    setSession: nothing,
    setBrowser: nothing,
    enqueue: async () => undefined,
    publishChange: nothing,
    publishChangeFor: nothing,
  };
}
