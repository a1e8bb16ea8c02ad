// The caller's companies, paged; for an access token only those it may access.

import { sql } from 'kysely';
import type { z } from 'zod';
import type { companyEndpoints } from '#contract/companies.ts';
import { accessPolicyColumns, companyOf } from '../identity/session-response.ts';
import type { PersonContext } from '../request/context.ts';
import { paginate } from '../request/paging.ts';
import { setCurrentPerson } from '../request/tenant.ts';

type Input = z.output<typeof companyEndpoints.listCompanies.input>;
type Page = z.input<typeof companyEndpoints.listCompanies.output>;

const joiningOrder = [
  { by: sql`m.joined_at`, type: 'timestamptz', direction: 'asc' },
  { by: sql`c.id`, type: 'uuid', direction: 'asc' },
] as const;

export async function listOwnCompanies(ctx: PersonContext, input: Input): Promise<Page> {
  const { db, person } = ctx;
  const paging = paginate(ctx, input, { name: 'companies', keys: joiningOrder });
  // Outside of any company, row-level security shows all of them.
  await setCurrentPerson(db, person.id);
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('companies as c', 'c.id', 'm.companyId')
    .where('m.userId', '=', person.id)
    .where('m.deactivatedAt', 'is', null)
    .where(await isAccessible(ctx))
    .select(['c.id as companyId', 'c.name as companyName', 'c.timeZone', 'c.currency', 'c.weekStartsOn', 'c.seats'])
    .select(['m.role', 'c.hasClients', 'c.hasTags', 'c.hasUnbillable', ...accessPolicyColumns])
    .$call(paging.select)
    .execute();
  const { rows: shown, place } = paging.cut(rows);
  return { companies: shown.flatMap(companyOf), ...place };
}

/**
 * As in open_token_request: within the token's limit, and only memberships that were not renewed after the token was created. Tokens are
 * read before: on Citus they are on another node than companies.
 */
async function isAccessible({ db, token, person }: PersonContext) {
  if (token === null) return sql<boolean>`true`;
  const found = await db
    .selectFrom('accessTokens')
    .where('id', '=', token.id)
    .where('userId', '=', person.id)
    // As a text, because a date has only milliseconds.
    .select(sql<string>`created_at::text`.as('createdAt'))
    .executeTakeFirst();
  if (found === undefined) return sql<boolean>`false`;
  return sql<boolean>`(${token.limitedTo}::uuid is null or m.company_id = ${token.limitedTo})
    and (m.renewed_at is null or m.renewed_at <= ${found.createdAt}::timestamptz)`;
}
