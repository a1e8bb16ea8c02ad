// A person with an authenticator app: computes codes from the secret that the product showed, for the time step of the
// database's clock, so that a test never waits for the next half minute.
import { TOTP } from 'otpauth';
import { codePeriodSeconds } from '#domain/second-factor.ts';
import { type Actor, type TestApp, testPassword } from './app.ts';

export type AppFactor = { secret: string; recoveryCodes: string[]; codeAt(step: number): Promise<string> };

/** Turns the factor on with the current code. The next code is valid at once, even if the time step ends meanwhile. */
export async function turnOnFactor(test: TestApp, actor: Actor): Promise<AppFactor> {
  const { secret } = await actor.ok('POST /account/second-factor', { currentPassword: testPassword });
  const codeAt = (step: number) => appCode(test, secret, step);
  const { recoveryCodes } = await actor.ok('PUT /account/second-factor', { code: await codeAt(0) });
  return { secret, recoveryCodes, codeAt };
}

/** The code of the current time step (0) or of the next one (1). */
export async function appCode({ superuser }: TestApp, secret: string, step: number): Promise<string> {
  const { rows } = await superuser.query<{ ms: number }>('select extract(epoch from now())::float8 * 1000 as ms');
  return new TOTP({ secret }).generate({ timestamp: Number(rows[0]?.ms) + step * codePeriodSeconds * 1000 });
}

/** As if the last code had been used long ago. */
export const clearLastStep = ({ superuser }: TestApp, { userId }: Actor): Promise<unknown> =>
  superuser.query('update second_factors set last_step = 0 where user_id = $1', [userId]);

/** A browser that has sent the correct password and must send the code. */
export async function signInFirstStep(test: TestApp, { email }: Actor): Promise<Actor> {
  const browser = test.visitor();
  const answer = await browser.ok('POST /sign-in', { email, password: testPassword });
  if (!answer.needsSecondFactor) throw new Error('No code is asked for.');
  return browser;
}
