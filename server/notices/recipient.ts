// Recipients of notices, checked at the time of sending: an active member with a verified address who did not decline this kind
// of mail. Anybody else is not notified.

import { sql } from 'kysely';
import type { NoticeKind } from '#domain/notice-kinds.ts';
import type { Role } from '#domain/permissions.ts';
import { isLocale, type Locale } from '#domain/settings.ts';
import { companyColumns } from '../request/company-facts.ts';
import type { CompanyFacts, Db } from '../request/context.ts';

export type NoticeRecipient = { id: string; name: string; email: string; locale: Locale; company: ReaderCompany };

/** CompanyFacts without stand-ins: notices find those by SQL for all recipients (deciders.ts). */
type ReaderCompany = Omit<CompanyFacts, 'standsInFor'>;

type ReaderKey = { companyId: string; userId: string; kind: NoticeKind };

export async function findRecipient(db: Db, { companyId, userId, kind }: ReaderKey): Promise<NoticeRecipient | null> {
  if (await hasDeclined(db, userId, kind)) return null;
  const person = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.companyId', '=', companyId)
    .where('m.userId', '=', userId)
    .where('m.deactivatedAt', 'is', null)
    .where('u.closedAt', 'is', null)
    .where('u.emailVerified', '=', true)
    .select(['u.id', 'u.name', 'u.email', 'm.role', sql<string>`u.settings ->> 'locale'`.as('locale')])
    .executeTakeFirst();
  if (!person || person.email === null) return null;
  const { id, name, email, locale, role } = person;
  return {
    id,
    name,
    email,
    locale: isLocale(locale) ? locale : 'en',
    company: await readerCompanyOf(db, companyId, role),
  };
}

/** By itself: on Citus, what belongs to people is on another node than members. */
async function hasDeclined(db: Db, userId: string, kind: NoticeKind): Promise<boolean> {
  const found = await db
    .selectFrom('declinedMails')
    .select('kind')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found !== undefined;
}

async function readerCompanyOf(db: Db, companyId: string, role: Role): Promise<ReaderCompany> {
  const facts = await db
    .selectFrom('companies')
    .select(companyColumns)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { ...facts, role };
}
