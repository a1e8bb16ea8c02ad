// The mail about an invoice that could not be paid: to every company admin, each in their language.

import { type NotNull, sql } from 'kysely';
import { isLocale } from '#domain/settings.ts';
import type { Mail } from '../mail/payload.ts';
import { isActiveAdminIn } from '../members/active-admins.ts';
import type { Db } from '../request/context.ts';

export async function notifyUnpaidInvoice(db: Db, companyId: string): Promise<void> {
  const admins = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .innerJoin('companies as c', 'c.id', 'm.companyId')
    .select(['u.name', 'u.email', sql<string>`u.settings ->> 'locale'`.as('locale'), 'c.name as companyName'])
    .where('m.companyId', '=', companyId)
    .where(isActiveAdminIn('m'))
    .where('u.closedAt', 'is', null)
    .$narrowType<{ email: NotNull }>()
    .execute();
  for (const { name, email, locale, companyName } of admins) {
    const mail: Mail = {
      template: 'payment-failed',
      to: email,
      locale: isLocale(locale) ? locale : 'en',
      params: { name, companyName },
    };
    await sql`select enqueue('send-mail', ${JSON.stringify(mail)}::json)`.execute(db);
  }
}
