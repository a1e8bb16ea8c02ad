// The password policy with what the server knows: the list of common ones, and the companies of the person.

import { passwordRefusal } from '#domain/passwords.ts';
import type { AnyContext } from '../context.ts';
import { ensureAllowed } from '../refused.ts';
import { isCommonPassword } from './common-passwords.ts';
import { becomePerson } from './session-answer.ts';

type Chooser = { name: string; email: string; companies?: readonly string[] };

export function ensureGoodPassword(ctx: AnyContext, password: string, { name, email, companies = [] }: Chooser): void {
  const facts = {
    minimumLength: ctx.config.passwordMinLength,
    personal: [name, email, ...companies],
    isCommon: isCommonPassword,
  };
  ensureAllowed(passwordRefusal(password, facts));
}

/** Names of the companies that a person is in. The rest of the transaction is theirs and outside of any company. */
export async function companyNames(ctx: AnyContext, userId: string): Promise<string[]> {
  await becomePerson(ctx.db, userId);
  const rows = await ctx.db
    .selectFrom('companies as c')
    .innerJoin('members as m', 'm.companyId', 'c.id')
    .where('m.userId', '=', userId)
    .select('c.name')
    .execute();
  return rows.map(({ name }) => name);
}
