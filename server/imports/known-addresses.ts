// Which addresses of a list the company knows already. An expired invite does not prevent a new one.

import { sql } from 'kysely';
import type { KnownAddresses } from '#domain/imports.ts';
import { normalizeEmail } from '#domain/members.ts';
import type { ListedPerson } from '#domain/people-list.ts';
import type { CompanyContext } from '../request/context.ts';

export async function knownAddresses(ctx: CompanyContext, people: readonly ListedPerson[]): Promise<KnownAddresses> {
  const emails = [...new Set(people.map(({ email }) => normalizeEmail(email)))];
  const isListed = sql<string>`any(${emails}::text[])`;
  const members = await ctx.db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', ctx.company.id)
    .where('u.email', '=', isListed)
    .select(['u.email', 'm.deactivatedAt'])
    .execute();
  const invites = await ctx.db
    .selectFrom('invites')
    .where('companyId', '=', ctx.company.id)
    .where('email', '=', isListed)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .select('email')
    .execute();
  // A closed account has no address.
  const emailsOf = (rows: readonly { email: string | null }[]) =>
    new Set(rows.flatMap(({ email }) => (email === null ? [] : [email])));
  return {
    members: emailsOf(members.filter(({ deactivatedAt }) => deactivatedAt === null)),
    deactivated: emailsOf(members.filter(({ deactivatedAt }) => deactivatedAt !== null)),
    invited: emailsOf(invites),
  };
}
