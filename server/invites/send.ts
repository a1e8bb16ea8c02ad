// Creating and sending an invite: its refusals, a new link, an email in the queue.

import { sql } from 'kysely';
import { inviteLifetimeDays } from '#domain/invites.ts';
import type { Role } from '#domain/permissions.ts';
import { type Refusal, refuse } from '#domain/reasons.ts';
import { isLocale, type Locale } from '#domain/settings.ts';
import { issueLinkCode, linkUrl } from '../identity/link-codes.ts';
import type { Mail } from '../mail/payload.ts';
import { sealMailJob } from '../mail/sealed.ts';
import type { AnyContext, CompanyContext } from '../request/context.ts';
import { chargeInviteMail, chargeInviteMails } from './limits.ts';
import { missingProjectRefusal } from './projects.ts';
import { getInvite, inviteOf } from './rows.ts';

export const newInviteDates = ({ now }: AnyContext) => ({
  sentAt: now,
  expiresAt: new Date(now.getTime() + inviteLifetimeDays * 24 * 60 * 60_000),
  undeliverable: null,
});

/** Revokes expired invites to these addresses, so that new ones can be created. */
export async function revokeExpired(ctx: CompanyContext, emails: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('invites')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', ctx.company.id)
    .where('email', '=', sql<string>`any(${emails}::text[])`)
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
    ])
    .executeTakeFirstOrThrow();
  const missingProject = await missingProjectRefusal(ctx, projectIds);
  return [
    ...(known.isMember ? [refuse('member.already', { path: 'email' })] : []),
    ...(known.isInvited ? [refuse('invite.already', { path: 'email' })] : []),
    ...(missingProject ? [missingProject] : []),
  ];
}

/** Voids the previous link, issues a new one, and queues its email. */
export async function sendInvite(ctx: CompanyContext, inviteId: string) {
  const row = await getInvite(ctx, inviteId);
  const { email } = row;
  const code = await issueLinkCode(ctx, { purpose: 'invite', email, companyId: ctx.company.id, inviteId });
  const [locale = ctx.locale] = (await localesOf(ctx, [email])).values();
  if (await chargeInviteMail(ctx, email)) await ctx.enqueue('send-mail', inviteMail(ctx, row, { code, locale }));
  ctx.publishChange(ctx.company.id, 'invites', 'companies', 'dashboard');
  return inviteOf(ctx, row);
}

/** Queues the mails of invites that were sent again, except to mailboxes that may get no more, from any company. */
export async function queueInviteMails(
  ctx: CompanyContext,
  invites: readonly (MailedInvite & { code: string })[],
): Promise<void> {
  const emails = invites.map(({ email }) => email);
  const locales = await localesOf(ctx, emails);
  const flooded = await chargeInviteMails(ctx, emails);
  const mailed = invites.filter(({ email }) => !flooded.has(email));
  await enqueueMails(
    ctx,
    mailed.map((invite) =>
      inviteMail(ctx, invite, { code: invite.code, locale: locales.get(invite.email) ?? ctx.locale }),
    ),
  );
}

/** After every other mail, so that sign-in links do not wait for thousands of invites. */
const manyMailsPriority = 10;

export async function enqueueMails(ctx: CompanyContext, mails: readonly Mail[]): Promise<void> {
  const jobs = mails.map((mail) => JSON.stringify(sealMailJob(ctx.config, mail)));
  await sql`select enqueue_many('send-mail', ${jobs}::json[], ${manyMailsPriority}::smallint)`.execute(ctx.db);
}

type MailedInvite = { id: string; email: string; name: string; role: Role; sentAt: Date; expiresAt: Date };

export function inviteMail(
  ctx: CompanyContext,
  invite: MailedInvite,
  { code, locale }: { code: string; locale: Locale },
) {
  const { id, email, name, role, sentAt, expiresAt } = invite;
  return {
    to: email,
    locale,
    template: 'invite',
    invite: { companyId: ctx.company.id, inviteId: id, sentAt: sentAt.toISOString() },
    params: {
      ...(name === '' ? {} : { name }),
      companyName: ctx.company.name,
      inviterName: ctx.person.name,
      inviterEmail: ctx.person.email,
      role,
      url: linkUrl(ctx.config.baseUrl, 'invite', code),
      expiresAt: expiresAt.toISOString(),
    },
  } satisfies Mail;
}

/** The languages of invited people with an account; others are mailed in the language of the inviter. */
export async function localesOf({ db }: CompanyContext, emails: readonly string[]): Promise<Map<string, Locale>> {
  const people = await db
    .selectFrom('users')
    .where('email', '=', sql<string>`any(${emails}::text[])`)
    .select(['email', sql<string>`settings ->> 'locale'`.as('locale')])
    .execute();
  return new Map(
    people.flatMap(({ email, locale }) => (email !== null && isLocale(locale) ? [[email, locale] as const] : [])),
  );
}
