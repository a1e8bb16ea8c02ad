// Neither the database (or a backup) nor the log contains a usable secret: every code, token, password and cookie of the test is
// searched for in all tables and log lines.

import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startJobs } from '#server/jobs/runner.ts';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { addTestPasskey } from '../support/authenticator.ts';
import { companyWithSeats } from '../support/company.ts';
import { signInFirstStep, turnOnFactor } from '../support/second-factor.ts';

const logged: string[] = [];
const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, undefined, log);
});
afterAll(() => app.close());

/** By name, so that a failure says which secret was found. */
const secrets = new Map<string, string>();
const keep = (what: string, secret: string): string => {
  expect(secret.length, what).toBeGreaterThan(7);
  secrets.set(`${what} ${secrets.size}`, secret);
  return secret;
};

const keepCookie = (actor: Actor) => keep('a cookie', actor.cookie.split('=')[1] ?? '');

const mailedCode = async (email: string, template: string): Promise<string> =>
  keep(`the code of ${template}`, codeIn((await app.mailsTo(email)).findLast((mail) => mail.template === template)));

let keys = 0;
const key = () => ({ 'idempotency-key': `of-the-test-${++keys}` });

/** Every table of every schema except the catalog, as text; bytes as hexadecimal digits. */
async function dump(): Promise<Map<string, string>> {
  const { rows: tables } = await app.superuser.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname not like 'pg_%' and n.nspname <> 'information_schema'`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await app.superuser.query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from ${name} t`,
    );
    texts.set(name, rows[0]?.text ?? '');
  }
  return texts;
}

/** The secret itself and its usual encodings. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret);
  const base64 = [bytes.toString('base64'), bytes.toString('base64url')].map((text) => text.replace(/=+$/, ''));
  return [secret, encodeURIComponent(secret), bytes.toString('hex'), ...base64];
};

function expectNowhere(places: Iterable<readonly [string, string]>): void {
  const found: string[] = [];
  for (const [place, text] of places)
    for (const [what, secret] of secrets)
      if (formsOf(secret).some((form) => text.includes(form))) found.push(`${what} in ${place}`);
  expect(found).toEqual([]);
}

/** Registers, accepts an invite, resets the password, changes the address, and uses every way to sign in. */
async function aDay(): Promise<Actor> {
  keep('a password', testPassword);
  const person = app.visitor();
  person.email = freshEmail();
  await person.ok('POST /sign-up', { name: 'Somebody', email: person.email, password: testPassword }, key());
  keepCookie(person);
  await person.ok('POST /link-actions/verify-email', { code: await mailedCode(person.email, 'verify-email') }, key());
  keepCookie(person);
  const link = app.visitor();
  await link.ok('POST /sign-in-link', { email: person.email }, key());
  const signInCode = await mailedCode(person.email, 'sign-in-link');
  await link.send('GET', `/link-actions?mode=signIn&code=${signInCode}`);
  await link.ok('POST /link-actions/sign-in', { code: signInCode }, key());
  keepCookie(link);
  const newPassword = keep('a new password', 'seven quiet otters at noon');
  await link.ok('POST /password-reset', { email: person.email }, key());
  const code = await mailedCode(person.email, 'reset-password');
  await link.ok('POST /link-actions/reset-password', { code, password: newPassword }, key());
  await person.ok('POST /sign-in', { email: person.email, password: newPassword }, key());
  keepCookie(person);
  await person.ok('PUT /account/password', { currentPassword: newPassword, password: testPassword }, key());
  keepCookie(person);
  const moved = freshEmail();
  await person.ok('POST /account/email', { email: moved, currentPassword: testPassword }, key());
  await person.ok('POST /link-actions/change-email', { code: await mailedCode(moved, 'change-email') }, key());
  await mailedCode(person.email, 'email-changed');
  person.email = moved;
  return person;
}

async function factorsOf(person: Actor): Promise<void> {
  const { authenticator } = await addTestPasskey(person, app.config.baseUrl);
  const byPasskey = app.visitor();
  const options = await byPasskey.ok('POST /sign-in/passkey/options', {}, key());
  keep('a challenge', options.challenge);
  keepCookie(byPasskey);
  await byPasskey.ok('POST /sign-in/passkey', { credential: authenticator.sign(options) }, key());
  keepCookie(byPasskey);
  const { token } = await person.ok(
    'POST /account/tokens',
    { name: 'Program', lifetimeDays: 30, currentPassword: testPassword },
    key(),
  );
  keep('an access token', token);
  const { secret, recoveryCodes } = await turnOnFactor(app, person);
  keep('the secret of the app', secret);
  for (const one of recoveryCodes) keep('a recovery code', one);
  const byRecovery = await signInFirstStep(app, person);
  keepCookie(byRecovery);
  await byRecovery.ok('POST /sign-in/recovery-code', { code: recoveryCodes[0] ?? '' }, key());
  keepCookie(byRecovery);
}

async function invites(): Promise<void> {
  const { id: companyId, admin } = await companyWithSeats(app, 5);
  const [one, other] = [freshEmail(), freshEmail()];
  await admin.ok('POST /companies/{companyId}/invites', { companyId, email: one, role: 'worker' }, key());
  const joiner = app.visitor();
  const code = await mailedCode(one, 'invite');
  await joiner.ok('POST /link-actions/accept-invite', { code, name: 'Joiner', password: testPassword }, key());
  keepCookie(joiner);
  const list = { companyId, text: `email\n${other}`, fileName: 'people.csv', role: 'worker' } as const;
  await admin.ok('POST /companies/{companyId}/imports', list, key());
  await mailedCode(other, 'invite');
}

test('no table, no queue and no log line contains a secret, neither before the mails are sent nor afterwards', async () => {
  const person = await aDay();
  await factorsOf(person);
  await invites();
  expect(secrets.size).toBeGreaterThan(30);
  const before = await dump();
  // Positive control: values that are not secret are found in the rows.
  for (const table of ['link_codes', 'sessions', 'signed_out_keys', 'graphile_worker._private_jobs'])
    expect(before.get(table), table).not.toBe('');
  expect(before.get('graphile_worker._private_jobs')).toContain(person.email);
  expectNowhere(before);

  const jobs = await startJobs({ config: { ...app.config, smtpUrl: undefined }, database: app.database, log });
  const mailbox = async () =>
    z.array(z.object({ to: z.string(), text: z.string() })).parse((await app.app.inject('/dev/mail.json')).json());
  await expect.poll(async () => (await mailbox()).filter(({ to }) => to === person.email).length).toBeGreaterThan(2);
  await expect
    .poll(
      async () =>
        (await app.superuser.query(`select from graphile_worker.jobs where task_identifier = 'send-mail'`)).rowCount,
    )
    .toBe(0);
  await jobs.stop();
  // The development mailbox still shows the links.
  const texts = (await mailbox()).map(({ text }) => text).join('\n');
  for (const [what, secret] of secrets) if (what.startsWith('the code of')) expect(texts, what).toContain(secret);
  const after = await dump();
  expect(after.get('dev_mail')).toContain(person.email);
  expectNowhere(after);
  expect(logged.length).toBeGreaterThan(10);
  expectNowhere([['the log', logged.join('\n')]]);
});
