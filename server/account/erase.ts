// What closing an account deletes: in each of the companies, and of the person. The name stays with the work and the decisions.

import { type RawBuilder, sql } from 'kysely';
import { defaultSettings } from '#domain/settings.ts';
import { lockCompany } from '../members/seats.ts';
import type { AnyContext, Db } from '../request/context.ts';
import { guessKeysOf } from '../request/guess-keys.ts';
import { resetCounters } from '../request/rate-limit-counters.ts';
import { setCurrentPerson } from '../request/tenant.ts';

export type ClosedAccount = { id: string; email: string };

/** Companies they are or were members of, and those that invited the address. Outside of any company, RLS shows exactly these. */
export async function listCompaniesOf(db: Db, person: ClosedAccount) {
  const isMember = sql<boolean>`exists (select from members m
    where m.company_id = c.id and m.user_id = ${person.id} and m.deactivated_at is null)`;
  const wasMember = sql<boolean>`exists (select from members m where m.company_id = c.id and m.user_id = ${person.id})`;
  const isInvited = sql<boolean>`exists (select from invites i where i.company_id = c.id and i.email = ${person.email})`;
  await setCurrentPerson(db, person.id);
  return db
    .selectFrom('companies as c')
    .where((eb) => eb.or([wasMember, isInvited]))
    .select(['c.id', 'c.name', isMember.as('isMember')])
    .orderBy('c.id')
    .execute();
}

/** Also removes the address from used invites and imported lists and history, personal choices, and records of sent notices. */
export async function eraseInCompany(ctx: AnyContext, companyId: string, person: ClosedAccount): Promise<void> {
  const { id: userId, email } = person;
  await lockCompany(ctx.db, companyId);
  await eraseInHistory(ctx.db, companyId, person);
  await ctx.db.deleteFrom('timers').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('invites').where('companyId', '=', companyId).where('email', '=', email).execute();
  await ctx.db.deleteFrom('importRows').where('companyId', '=', companyId).where('email', '=', email).execute();
  await ctx.db.deleteFrom('favouriteTasks').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('completeDays').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('failedMails').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('preparedFiles').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db.deleteFrom('sentNotices').where('companyId', '=', companyId).where('userId', '=', userId).execute();
  await ctx.db
    .deleteFrom('savedReportChoices')
    .where('companyId', '=', companyId)
    .where('userId', '=', userId)
    .execute();
  // Shared reports belong to the company; the others were visible only to the person.
  await ctx.db
    .deleteFrom('savedReports')
    .where('companyId', '=', companyId)
    .where('ownerId', '=', userId)
    .where('isShared', '=', false)
    .execute();
  ctx.publishChange(companyId, 'invites', 'imports', 'companies');
}

/** In what was read of files with history, their name replaces the address and what was made of it; a member keeps the rows that were assigned to them. */
async function eraseInHistory(db: Db, companyId: string, { id, email }: ClosedAccount): Promise<void> {
  const named = (column: RawBuilder<string>) => sql`${column} = case
    when lower(${column}) in (${email}, split_part(${email}, '@', 1)) then (select u.name from users u where u.id = ${id})
    else ${column} end`;
  await sql`update history_rows set email = '', person_key = ${id}, ${named(sql.ref('person'))}
    where company_id = ${companyId} and person_key = ${email}`.execute(db);
  await sql`update history_people p set email = '', person_key = ${id}, ${named(sql.ref('name'))}, is_chosen = true,
      user_id = (select m.user_id from members m where m.company_id = ${companyId} and m.user_id = ${id})
    where p.company_id = ${companyId} and p.person_key = ${email}`.execute(db);
}

export async function eraseAccount({ db, now }: AnyContext, { id, email }: ClosedAccount): Promise<void> {
  await sql`select erase_own_rows(${id})`.execute(db);
  await resetCounters(db, guessKeysOf(id));
  await db.deleteFrom('linkCodes').where('email', '=', email).execute();
  await db
    .updateTable('users')
    .set({ email: null, emailVerified: false, image: null, settings: JSON.stringify(defaultSettings), closedAt: now })
    .set({ updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
