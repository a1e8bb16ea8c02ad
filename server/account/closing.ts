// Closes an account. Personal data is erased: address, credentials, sessions, settings, invites to the address. The name stays
// with the logged work and decisions, which belong to the companies. Refused while a company would be left without an admin.
// Locks: the address, the person, then the companies in the order of their ids.

import { sql } from 'kysely';
import type { accountEndpoints } from '#contract/account.ts';
import { adminRole } from '#domain/members.ts';
import { isolated } from '#locales/registry.js';
import { mailAccountClosed } from '../identity/mails.ts';
import { findById, lockAddress, type PersonRecord } from '../identity/people.ts';
import { confirmOwner } from '../identity/second-factor.ts';
import { isActiveAdminIn } from '../members/active-admins.ts';
import { changeMembership } from '../members/change-membership.ts';
import type { PersonContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { refused } from '../request/refused.ts';
import { setCurrentCompany, setCurrentPerson } from '../request/tenant.ts';
import { eraseAccount, eraseInCompany, listCompaniesOf } from './erase.ts';

export const closingHandlers: Pick<Handlers<typeof accountEndpoints>, 'getClosing' | 'closeAccount'> = {
  async getClosing(ctx) {
    const person = await findById(ctx.db, ctx.person.id);
    const companies = [];
    for (const { id, name, isMember } of await listCompaniesOf(ctx.db, ctx.person)) {
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
    await lockClosing(ctx);
    await leaveCompanies(ctx, person);
    await mailAccountClosed(ctx, person);
    await eraseAccount(ctx, person);
    ctx.setSession(null);
    return null;
  },
};

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
const lockClosing = ({ db, person }: PersonContext) =>
  db.selectFrom('users').select('id').where('id', '=', person.id).forUpdate().execute();

/** Leaves all companies, or refuses and names every one without another admin. Frees the seats of members and of invites. */
async function leaveCompanies(ctx: PersonContext, { id: userId, email }: PersonRecord): Promise<void> {
  const blocking = [];
  for (const { id: companyId, name, isMember } of await listCompaniesOf(ctx.db, ctx.person)) {
    await setCurrentCompany(ctx.db, companyId);
    const refusal = isMember ? await changeMembership(ctx, { companyId, userId }, { isActive: false }) : null;
    if (refusal) blocking.push({ id: companyId, name });
    else await eraseInCompany(ctx, companyId, { id: userId, email });
  }
  if (blocking.length === 0) return setCurrentPerson(ctx.db, userId);
  const names = new Intl.ListFormat(ctx.locale).format(blocking.map(({ name }) => isolated(name)));
  throw refused('account.last-admin', { params: { companies: names }, extra: { companies: blocking } });
}
