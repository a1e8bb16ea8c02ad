// What making and sending an invite takes: room for it, a fresh link, an e-mail in the queue.

import { sql } from 'kysely';
import { inviteLifetimeDays } from '#domain/invites.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { isLocale, type Locale } from '#domain/settings.ts';
import { visibleProjects } from '../access.ts';
import type { AnyContext, CompanyContext } from '../context.ts';
import { issueLinkCode, linkUrl } from '../identity/link-codes.ts';
import { getInvite, inviteOf } from './rows.ts';

export const sentNow = ({ now }: AnyContext) => ({
  sentAt: now,
  expiresAt: new Date(now.getTime() + inviteLifetimeDays * 24 * 60 * 60_000),
});

/** An invite that ran out gives way to a new one for the same address. */
export async function revokeExpired(ctx: CompanyContext, email: string): Promise<void> {
  await ctx.db
    .updateTable('invites')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', ctx.company.id)
    .where('email', '=', email)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '<=', ctx.now)
    .execute();
}

export async function newInviteRefusals(ctx: CompanyContext, email: string, projectIds: string[]): Promise<Refusal[]> {
  const known = await ctx.db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('members as m')
            .innerJoin('users as u', 'u.id', 'm.userId')
            .where('m.companyId', '=', ctx.company.id)
            .where('m.deactivatedAt', 'is', null)
            .where('u.email', '=', email)
            .select('m.userId'),
        )
        .as('isMember'),
      eb
        .exists(
          eb
            .selectFrom('invites')
            .where('companyId', '=', ctx.company.id)
            .where('email', '=', email)
            .where('acceptedAt', 'is', null)
            .where('revokedAt', 'is', null)
            .select('id'),
        )
        .as('isInvited'),
      sql<number>`(${eb
        .selectFrom('projects as p')
        .where(visibleProjects(ctx, 'projects.read'))
        .where('p.id', '=', sql<string>`any(${projectIds}::uuid[])`)
        .select(sql`count(*)`.as('count'))})`.as('projects'),
    ])
    .executeTakeFirstOrThrow();
  return [
    ...(known.isMember ? [refuse('member.already', { path: 'email' })] : []),
    ...(known.isInvited ? [refuse('invite.already', { path: 'email' })] : []),
    ...(known.projects < projectIds.length ? [refuse('project.missing', { path: 'projectIds' })] : []),
  ];
}

/** Voids the older link, makes a new one, and puts its e-mail into the queue. */
export async function sendInvite(ctx: CompanyContext, inviteId: string) {
  const row = await getInvite(ctx, inviteId);
  const { email, role } = row;
  const code = await issueLinkCode(ctx, { purpose: 'invite', email, companyId: ctx.company.id, inviteId });
  await ctx.enqueue('send-mail', {
    to: email,
    locale: await localeOf(ctx, email),
    template: 'invite',
    params: {
      companyName: ctx.company.name,
      inviterName: ctx.person.name,
      role,
      url: linkUrl(ctx.config.baseUrl, 'invite', code),
      expiresAt: row.expiresAt.toISOString(),
    },
  });
  ctx.changed(ctx.company.id, 'invites', 'companies', 'dashboard');
  return inviteOf(ctx, row);
}

/** The language of the invited person where they have an account, else that of the inviting one. */
async function localeOf(ctx: CompanyContext, email: string): Promise<Locale> {
  const person = await ctx.db
    .selectFrom('users')
    .where('email', '=', email)
    .select(sql<string>`settings ->> 'locale'`.as('locale'))
    .executeTakeFirst();
  return person && isLocale(person.locale) ? person.locale : ctx.locale;
}
