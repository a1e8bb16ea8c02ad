// The password policy with what the server knows: the list of common ones, and the companies of the person.

import type { Endpoint } from '#contract/endpoint.ts';
import { passwordRefusal } from '#domain/passwords.ts';
import type { Refusal } from '#domain/reasons.ts';
import type { AnyContext } from '../request/context.ts';
import { ensureAllowed } from '../request/refused.ts';
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

type Found = { refusals: readonly Refusal[]; minimumLength: number };

/** Beside other wrong fields a password that would be refused is named at once, as far as can be told without a person. */
export function newPasswordRefusals(endpoint: Endpoint, given: Record<string, unknown>, found: Found): Refusal[] {
  const { password, name, email } = given;
  const isTold = found.refusals.some(({ path }) => path === 'password');
  if (typeof password !== 'string' || isTold || !endpoint.refuses.includes('password.common')) return [];
  const personal = [name, email].filter((text) => typeof text === 'string');
  const refusal = passwordRefusal(password, {
    minimumLength: found.minimumLength,
    personal,
    isCommon: isCommonPassword,
  });
  return refusal ? [refusal] : [];
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
