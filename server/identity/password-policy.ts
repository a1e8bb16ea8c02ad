// The password policy with facts of the server: the minimum length, and the names of the person's companies.

import type { Endpoint } from '#contract/endpoint.ts';
import { passwordRefusal } from '#domain/passwords.ts';
import type { Refusal } from '#domain/reasons.ts';
import type { AnyContext } from '../request/context.ts';
import { ensureAllowed } from '../request/refused.ts';
import { becomePerson } from './session-answer.ts';

type Chooser = { name: string; email: string; companies?: readonly string[] };

export function ensureGoodPassword(ctx: AnyContext, password: string, { name, email, companies = [] }: Chooser): void {
  const facts = { minimumLength: ctx.config.passwordMinLength, personal: [name, email, ...companies] };
  ensureAllowed(passwordRefusal(password, facts));
}

type ValidationResult = { refusals: readonly Refusal[]; minimumLength: number };

/** Reports an unacceptable password together with other invalid fields, as far as it can be checked without the account. */
export function newPasswordRefusals(
  endpoint: Pick<Endpoint, 'refuses'>,
  given: Record<string, unknown>,
  validation: ValidationResult,
): Refusal[] {
  const { password, name, email } = given;
  const isReported = validation.refusals.some(({ path }) => path === 'password');
  if (typeof password !== 'string' || isReported || !endpoint.refuses.includes('password.common')) return [];
  const personal = [name, email].filter((text) => typeof text === 'string');
  const refusal = passwordRefusal(password, { minimumLength: validation.minimumLength, personal });
  return refusal ? [refusal] : [];
}

/** Names of the person's companies. Leaves the transaction as that person, outside of any company. */
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
