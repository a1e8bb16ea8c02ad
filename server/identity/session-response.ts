// The answer to "who am I": the person with their companies and roles. Outside of any company, row-level security shows exactly a
// person's own memberships, so the queries run there.

import { z } from 'zod';
import { settings } from '#contract/fields.ts';
import type { session, sessionCompany } from '#contract/identity.ts';
import { planOf } from '#domain/companies.ts';
import { minPasswordLength } from '#domain/password-length.ts';
import { type AccessPolicies, accessPolicyNames, grantsOf, type Role } from '#domain/permissions.ts';
import { type ChosenSettings, defaultSettings, type Settings } from '#domain/settings.ts';
import type { AnyContext } from '../request/context.ts';
import { setCurrentPerson } from '../request/tenant.ts';

export type SessionResponse = z.input<typeof session>;

/** Columns of the company (alias `c`), for `companyOf`. */
export const accessPolicyColumns = accessPolicyNames.map((name) => `c.${name}` as const);

type CompanyResponse = z.input<typeof sessionCompany>;

/** The answer if nobody is signed in. */
export const signedOutResponse = (ctx: AnyContext): SessionResponse => ({
  user: null,
  roles: {},
  companies: [],
  ...rulesOf(ctx),
});

/** Configuration that forms need, signed in or not. Omitted where it is the default. */
const rulesOf = ({ config: { passwordMinLength, registration } }: AnyContext) => ({
  ...(passwordMinLength === minPasswordLength ? {} : { passwordMinLength }),
  ...(registration === 'open' ? {} : { registration }),
});

/** Also for a person who has just signed in. Leaves the transaction outside of any company. */
export async function sessionResponse(ctx: AnyContext, userId: string): Promise<SessionResponse> {
  const { db, config, person: caller } = ctx;
  await setCurrentPerson(db, userId);
  // Not one query: an outer join of a table on every node with a distributed one has brought Citus down.
  const reading = db
    .selectFrom('users as u')
    .where('u.id', '=', userId)
    .select(['u.name', 'u.email', 'u.emailVerified', 'u.settings'])
    .executeTakeFirst();
  const listing = db
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.companyId')
    .where('m.userId', '=', userId)
    .where('m.deactivatedAt', 'is', null)
    .select(['c.id as companyId', 'c.name as companyName', 'c.timeZone', 'c.currency', 'c.weekStartsOn', 'c.seats'])
    .select(['m.role', 'c.hasClients', 'c.hasTags', 'c.hasUnbillable', ...accessPolicyColumns])
    .orderBy('m.joinedAt')
    .orderBy('c.id')
    .execute();
  const [person, rows, restored] = await Promise.all([reading, listing, findRestored(ctx)]);
  // Back to the caller, for what the request still writes (its idempotency row).
  if (caller && caller.id !== userId) await setCurrentPerson(db, caller.id);
  if (!person?.email) return signedOutResponse(ctx);
  const companies = rows.flatMap(companyOf);
  return {
    user: {
      uid: userId,
      name: person.name,
      email: person.email,
      emailVerified: person.emailVerified,
      customClaims: { planType: companies.some(({ plan }) => plan === 'Premium') ? 'Premium' : 'Free' },
      settings: chosenSettingsOf(person.settings),
    },
    roles: Object.fromEntries(companies.map(({ id, role }) => [id, role])),
    companies,
    ...(config.tokenSyncUrl === undefined ? {} : { tokenSyncUrl: config.tokenSyncUrl }),
    ...rulesOf(ctx),
    ...restored,
  };
}

/** Omitted if the database never was restored. */
async function findRestored({ db }: AnyContext): Promise<Pick<SessionResponse, 'restoredAt'>> {
  const { restoredAt } = await db.selectFrom('installation').select('restoredAt').executeTakeFirstOrThrow();
  return restoredAt === null ? {} : { restoredAt: restoredAt.toISOString() };
}

/** Stored settings, completed by defaults. */
export function settingsOf(stored: unknown): Settings {
  const { theme = defaultSettings.theme, locale = defaultSettings.locale, ...more } = chosenSettingsOf(stored);
  return { theme, locale, ...more };
}

/** Stored settings; values that are not valid today are ignored. */
function chosenSettingsOf(stored: unknown): ChosenSettings {
  const { theme, locale, shortcuts, density, clock, dateFormat, timing } = storedSettings.parse(stored);
  return {
    ...(theme && { theme }),
    ...(locale && { locale }),
    ...(shortcuts !== undefined && { shortcuts }),
    ...(density && { density }),
    ...(clock && { clock }),
    ...(dateFormat && { dateFormat }),
    ...(timing && { timing }),
  };
}

const storedSettings = z
  .object({
    theme: settings.shape.theme.optional().catch(undefined),
    locale: settings.shape.locale.optional().catch(undefined),
    shortcuts: settings.shape.shortcuts.catch(undefined),
    density: settings.shape.density.catch(undefined),
    clock: settings.shape.clock.catch(undefined),
    dateFormat: settings.shape.dateFormat.catch(undefined),
    timing: settings.shape.timing.catch(undefined),
  })
  .catch({});

type Row = {
  companyId: string | null;
  companyName: string | null;
  timeZone: string | null;
  currency: string | null;
  weekStartsOn: number | null;
  seats: number | null;
  hasClients: boolean | null;
  hasTags: boolean | null;
  hasUnbillable: boolean | null;
  role: Role | null;
} & { [Name in keyof AccessPolicies]: AccessPolicies[Name] | null };

export function companyOf({
  companyId,
  companyName,
  timeZone,
  currency,
  weekStartsOn,
  seats,
  hasClients,
  hasTags,
  hasUnbillable,
  role,
  loggers,
  logForOthers,
}: Row): CompanyResponse[] {
  const isMember = companyId !== null && companyName !== null && role !== null;
  const hasPolicies = loggers !== null && logForOthers !== null;
  if (!isMember || !hasPolicies || timeZone === null || currency === null || weekStartsOn === null || seats === null)
    return [];
  const plan = planOf(seats);
  const scopes = grantsOf({ role, loggers, logForOthers });
  const company = { id: companyId, name: companyName, role, scopes, plan, seats, timeZone, currency, weekStartsOn };
  return [
    { ...company, hasClients: hasClients ?? false, hasTags: hasTags ?? false, hasUnbillable: hasUnbillable ?? false },
  ];
}
