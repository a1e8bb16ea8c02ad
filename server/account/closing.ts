// Closes an account. Personal data is erased: address, credentials, sessions, settings, invites to the address. The name stays
// with the logged work and decisions, which belong to the companies. Refused while a company would be left without an admin.
// Locks: the address, the person, then the companies in the order of their ids.

import { sql } from 'kysely';
import type { accountEndpoints } from '#contract/account.ts';
import { adminRole } from '#domain/members.ts';
import { defaultSettings } from '#domain/settings.ts';
import { isolated } from '#locales/registry.js';
import { mailAccountClosed } from '../identity/mails.ts';
import { findById, lockAddress, type PersonRecord } from '../identity/people.ts';
import { confirmOwner } from '../identity/second-factor.ts';
import { isActiveAdminIn } from '../members/active-admins.ts';
import { changeMembership } from '../members/change-membership.ts';
import { lockCompany } from '../members/seats.ts';
import type { AnyContext, PersonContext } from '../request/context.ts';
import { guessKeysOf } from '../request/guess-keys.ts';
import type { Handlers } from '../request/pipeline.ts';
import { resetCounters } from '../request/rate-limit-counters.ts';
import { refused } from '../request/refused.ts';
import { setCurrentCompany, setCurrentPerson } from '../request/tenant.ts';

export const closingHandlers: Pick<Handlers<typeof accountEndpoints>, 'getClosing' | 'closeAccount'> = {
  async getClosing(ctx) {
    const person = await findById(ctx.db, ctx.person.id);
    const companies = [];
    for (const { id, name, isMember } of await listCompanies(ctx)) {
      if (!isMember) continue;
      await setCurrentCompany(ctx.db, id);
      companies.push({ id, name, ...(await remainingWork(ctx, id)) });
    }
    return { hasPassword: person?.passwordHash !== null, companies };
  },

  async closeAccount(ctx, proof) {
    const known = await findById(ctx.db, ctx.person.id);
    if (known?.passwordHash === null) throw refused('account.no-password');
    const person = await confirmOwner(ctx, proof);
    await lockAddress(ctx.db, person.email);
    await lockPerson(ctx);
    await leaveCompanies(ctx, person);
    await mailAccountClosed(ctx, person);
    await erase(ctx, person);
    ctx.setSession(null);
    return null;
  },
};

/** Companies they are or were members of, and those that invited the address. Outside of any company, RLS shows exactly these. */
async function listCompanies({ db, person }: PersonContext) {
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

const remainingWork = ({ db, person }: PersonContext, companyId: string) =>
  db
    .selectNoFrom([
      sql<number>`(select count(*) from worklogs where company_id = ${companyId} and worker_id = ${person.id}
        and status <> 'deleted')`.as('worklogs'),
      sql<number>`(select count(*) from worklogs where company_id = ${companyId} and worker_id = ${person.id}
        and status = 'pending')`.as('pendingWorklogs'),
      sql<boolean>`not exists (select from members m where m.company_id = ${companyId} and m.user_id <> ${person.id}
        and ${isActiveAdminIn('m')}) and exists (select from members m
        where m.company_id = ${companyId} and m.user_id = ${person.id} and m.role = ${sql.lit(adminRole)})`.as(
        'isLastAdmin',
      ),
    ])
    .executeTakeFirstOrThrow();

/** Blocks signing in, founding and joining as this person; see server/identity/open-account.ts. */
const lockPerson = ({ db, person }: PersonContext) =>
  db.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();

/** Leaves all companies, or refuses and names every one without another admin. Frees the seats of members and of invites. */
async function leaveCompanies(ctx: PersonContext, { id: userId, email }: PersonRecord): Promise<void> {
  const blocking = [];
  for (const { id: companyId, name, isMember } of await listCompanies(ctx)) {
    await setCurrentCompany(ctx.db, companyId);
    const refusal = isMember ? await changeMembership(ctx, { companyId, userId }, { isActive: false }) : null;
    if (refusal) blocking.push({ id: companyId, name });
    else await erasePersonalData(ctx, companyId, { userId, email });
  }
  if (blocking.length === 0) return setCurrentPerson(ctx.db, userId);
  const names = new Intl.ListFormat(ctx.locale).format(blocking.map(({ name }) => isolated(name)));
  throw refused('account.last-admin', { params: { companies: names }, extra: { companies: blocking } });
}

type ClosedAccount = { userId: string; email: string };

/** Also removes the address from used invites and imported lists, personal choices, and records of sent notices. */
async function erasePersonalData(ctx: AnyContext, companyId: string, { userId, email }: ClosedAccount): Promise<void> {
  await lockCompany(ctx.db, companyId);
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

async function erase({ db, now }: AnyContext, { id, email }: PersonRecord): Promise<void> {
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
