// The answer to "who am I": the person with their companies and roles, in one query. Row-level security shows a person
// outside of any company their own memberships and no others, so the query is asked there.

import { sql } from 'kysely';
import { z } from 'zod';
import { settings } from '#contract/fields.ts';
import type { session, sessionCompany } from '#contract/session.ts';
import { planOf } from '#domain/companies.ts';
import type { Role } from '#domain/permissions.ts';
import { defaultSettings, type Settings } from '#domain/settings.ts';
import type { AnyContext, Db } from '../context.ts';

export type SessionAnswer = z.input<typeof session>;
type CompanyAnswer = z.input<typeof sessionCompany>;

export const nobody: SessionAnswer = { user: null, roles: {}, companies: [] };

/** For a person who has just signed in, too. The rest of the transaction is outside of any company. */
export async function sessionAnswer(
  { db, config, person: asking }: AnyContext,
  userId: string,
): Promise<SessionAnswer> {
  await becomePerson(db, userId);
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('members as m', (join) => join.onRef('m.userId', '=', 'u.id').on('m.deactivatedAt', 'is', null))
    .leftJoin('companies as c', 'c.id', 'm.companyId')
    .where('u.id', '=', userId)
    .select(['u.name', 'u.email', 'u.emailVerified', 'u.settings'])
    .select(['c.id as companyId', 'c.name as companyName', 'c.timeZone', 'c.currency', 'c.weekStartsOn', 'c.seats'])
    .select('m.role')
    .orderBy('m.joinedAt')
    .orderBy('c.id')
    .execute();
  // What the request still writes for the one who asked (its idempotency row) is written as that one.
  if (asking && asking.id !== userId) await becomePerson(db, asking.id);
  const [person] = rows;
  if (!person?.email) return nobody;
  const companies = rows.flatMap(companyOf);
  return {
    user: {
      uid: userId,
      name: person.name,
      email: person.email,
      emailVerified: person.emailVerified,
      customClaims: { planType: companies.some(({ plan }) => plan === 'Premium') ? 'Premium' : 'Free' },
      settings: settingsOf(person.settings),
    },
    roles: Object.fromEntries(companies.map(({ id, role }) => [id, role])),
    companies,
    ...(config.tokenSyncUrl === undefined ? {} : { tokenSyncUrl: config.tokenSyncUrl }),
  };
}

/** From here on row-level security shows what this person may see outside of any company. */
export async function becomePerson(db: Db, userId: string): Promise<void> {
  await sql`select set_config('app.company_id', '', true), set_config('app.user_id', ${userId}, true)`.execute(db);
}

/** What is stored; field by field the default where it is not what we would store today. Other fields are not ours to judge. */
export function settingsOf(stored: unknown): Settings {
  const { theme, locale } = storedSettings.parse(stored);
  return { theme: theme ?? defaultSettings.theme, locale: locale ?? defaultSettings.locale };
}

const storedSettings = z
  .object({
    theme: settings.shape.theme.optional().catch(undefined),
    locale: settings.shape.locale.optional().catch(undefined),
  })
  .catch({});

type Row = {
  companyId: string | null;
  companyName: string | null;
  timeZone: string | null;
  currency: string | null;
  weekStartsOn: number | null;
  seats: number | null;
  role: Role | null;
};

function companyOf({ companyId, companyName, timeZone, currency, weekStartsOn, seats, role }: Row): CompanyAnswer[] {
  const isMember = companyId !== null && companyName !== null && role !== null;
  if (!isMember || timeZone === null || currency === null || weekStartsOn === null || seats === null) return [];
  return [{ id: companyId, name: companyName, role, plan: planOf(seats), seats, timeZone, currency, weekStartsOn }];
}
