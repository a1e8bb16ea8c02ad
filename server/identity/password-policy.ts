// The password policy with facts of the server: the minimum length, and the names of the person's companies.

import { passwordRefusal } from '#domain/passwords.ts';
import type { AnyContext } from '../request/context.ts';
import { ensureAllowed } from '../request/refused.ts';
import { setCurrentPerson } from '../request/tenant.ts';

type Chooser = { name: string; email: string; companies?: readonly string[] };

export function ensureGoodPassword(ctx: AnyContext, password: string, { name, email, companies = [] }: Chooser): void {
  const facts = { minLength: ctx.config.passwordMinLength, personal: [name, email, ...companies] };
  ensureAllowed(passwordRefusal(password, facts));
}

/** Names of the person's companies. Leaves the transaction as that person, outside of any company. */
export async function companyNames(ctx: AnyContext, userId: string): Promise<string[]> {
  await setCurrentPerson(ctx.db, userId);
  const rows = await ctx.db
    .selectFrom('companies as c')
    .innerJoin('members as m', 'm.companyId', 'c.id')
    .where('m.userId', '=', userId)
    .select('c.name')
    .execute();
  return rows.map(({ name }) => name);
}
