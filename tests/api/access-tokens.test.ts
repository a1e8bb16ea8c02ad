// Access tokens: programs act for a person, within the rights of that person and of the token. Cases A19, A20, A28, A36 of
// docs/attack-cases.md.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiPrefix } from '#contract/index.ts';
import { maxAccessTokens } from '#domain/tokens.ts';
import { deleteExpired } from '#server/jobs/cleanup.ts';
import { newAccessToken } from '#server/secrets/token-format.ts';
import { type Actor, codeIn, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { foundTestCompany, type TestCompany } from '../support/company.ts';
import { accessTokenActor, unknownId } from '../support/principals.ts';

let test: TestApp;
let company: TestCompany;
beforeAll(async () => {
  test = await startTestApp();
  company = await foundTestCompany(test);
});
afterAll(() => test.close());

const wish = { name: 'Payroll', lifetimeDays: 90, currentPassword: testPassword } as const;
const mayRead = (actor: Actor) => actor.codeOf('GET /companies', {});
const day = (daysAhead: number) => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);

describe('creating a token', () => {
  it('requires the password, shows the token once and stores a hash', async () => {
    const person = await test.person('Maker');
    const wrong = await person.call('POST /account/tokens', { ...wish, currentPassword: 'not my password' });
    expect(wrong.problem?.errors).toMatchObject([{ path: 'currentPassword', code: 'password.wrong' }]);
    const made = await person.call('POST /account/tokens', wish, { 'idempotency-key': 'made' });
    const { token, accessToken } = made.body;
    expect(accessToken).toMatchObject({ name: 'Payroll', companyId: null, isReadOnly: false, lastUsedOn: null });
    expect(accessToken.expiresAt.slice(0, 10)).toBe(day(90));
    expect((await person.ok('GET /account/tokens', {})).tokens).toEqual([accessToken]);
    const { rows } = await test.superuser.query(
      `select
      (select string_agg(t::text, ' ') from access_tokens t) || ' ' || (select string_agg(k::text, ' ') from idempotency_keys k)
      || ' ' || (select string_agg(j::text, ' ') from graphile_worker._private_jobs j) as stored,
      (select token_hash from access_tokens where id = $1) as hash`,
      [accessToken.id],
    );
    expect(rows[0].stored).not.toContain(token.slice(8));
    expect(rows[0].hash).toEqual(createHash('sha256').update(token).digest());
    // A repeated request gets the same response and creates no second token.
    const repeated = await person.call('POST /account/tokens', wish, { 'idempotency-key': 'made' });
    expect(repeated.body).toEqual(made.body);
    expect((await person.ok('GET /account/tokens', {})).tokens).toHaveLength(1);
  });

  it('notifies the owner by email, which does not contain the token', async () => {
    const person = await test.person('Owner');
    const { token } = await person.ok('POST /account/tokens', wish);
    const mail = (await test.mailsTo(person.email)).at(-1);
    expect(mail).toMatchObject({ template: 'access-token-created', params: { name: 'Owner', tokenName: 'Payroll' } });
    expect(JSON.stringify(mail)).not.toContain(token);
  });

  it('notifies the owner when it is revoked', async () => {
    const person = await test.person('Owner');
    const { accessToken } = await person.ok('POST /account/tokens', wish);
    await person.ok('DELETE /account/tokens/{tokenId}', { tokenId: accessToken.id });
    const revoked = { template: 'access-token-revoked', params: { name: 'Owner', tokenName: 'Payroll' } };
    expect((await test.mailsTo(person.email)).at(-1)).toMatchObject(revoked);
  });

  it.each([
    { lifetimeDays: 366 },
    { lifetimeDays: 0 },
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { role: 'company admin' },
  ])('refuses %o', async (wrong) => {
    const person = await test.person();
    const { status, problem } = await person.send('POST', `${apiPrefix}/account/tokens`, { ...wish, ...wrong });
    expect([status, problem?.errors?.map(({ path }) => path)]).toEqual([422, Object.keys(wrong)]);
    expect((await person.ok('GET /account/tokens', {})).tokens).toEqual([]);
  });

  it('stops at the maximum number of tokens', async () => {
    const person = await test.person();
    await test.superuser.query(
      `insert into access_tokens (id, user_id, token_hash, name, is_read_only, expires_at)
       select gen_random_uuid(), $1::uuid, sha256((n || $1::text)::bytea), 'n', true, now() + interval '1 day' from generate_series(2, $2::int) n`,
      [person.userId, maxAccessTokens],
    );
    expect(await person.codeOf('POST /account/tokens', wish)).toBe('allowed');
    expect(await person.codeOf('POST /account/tokens', wish)).toBe('token.too-many');
  });
});

describe('a token', () => {
  it('acts as its owner, with the same permissions, and ignores cookies', async () => {
    const { actor } = await accessTokenActor(company.worker);
    const { companies } = await actor.ok('GET /companies', {});
    expect(companies).toMatchObject([{ id: company.id, role: 'worker', seats: 12 }]);
    const byToken = await actor.ok('GET /companies/{companyId}', { companyId: company.id });
    expect(byToken).toEqual(await company.worker.ok('GET /companies/{companyId}', { companyId: company.id }));
    const entry = { companyId: company.id, taskId: company.project.timedTaskId };
    const worklog = { ...entry, start: '2026-11-02T08:00', end: '2026-11-02T09:00' };
    const answer = await actor.call('POST /companies/{companyId}/worklogs', worklog, { 'idempotency-key': 'once' });
    const repeat = await actor.call('POST /companies/{companyId}/worklogs', worklog, { 'idempotency-key': 'once' });
    expect([answer.status, repeat.body, answer.headers['set-cookie']]).toEqual([200, answer.body, undefined]);
    expect(answer.body.workerName).toBe(company.worker.name);
  });

  it('needs no Origin header, because it uses no cookie', async () => {
    const { actor } = await accessTokenActor(company.worker);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const path = `${apiPrefix}/companies/${company.id}/worklogs`;
    expect((await actor.send('POST', path, {}, foreign)).problem?.code).toBe('field.required');
    expect((await company.worker.send('POST', path, {}, foreign)).problem?.code).toBe('request.cross-site');
  });

  it('takes precedence over a cookie, whether the token is valid or not', async () => {
    const { actor, tokenId } = await accessTokenActor(company.worker);
    const cookie = { cookie: company.admin.cookie };
    const members = `${apiPrefix}/companies/${company.id}/members`;
    expect((await company.admin.send('GET', members)).status).toBe(200);
    expect((await actor.send('GET', members, undefined, cookie)).problem?.code).toBe('role.not-allowed');
    expect((await actor.send('GET', `${apiPrefix}/session`, undefined, cookie)).problem?.code).toBe(
      'token.not-allowed',
    );
    await company.worker.ok('DELETE /account/tokens/{tokenId}', { tokenId });
    for (const authorization of [`Bearer ${actor.bearer}`, 'Bearer', 'bearer x', 'Bearer  '])
      expect((await company.admin.send('GET', members, undefined, { authorization })).status).toBe(401);
    // Another scheme is meant for a proxy in front of the server.
    expect((await company.admin.send('GET', members, undefined, { authorization: 'Basic dTpw' })).status).toBe(200);
  });

  it('A19: creates no tokens, changes no password, and cannot change its owner’s account', async () => {
    const { actor, tokenId } = await accessTokenActor(company.admin);
    const tried = [
      await actor.codeOf('POST /account/tokens', wish),
      await actor.codeOf('GET /account/tokens', {}),
      await actor.codeOf('DELETE /account/tokens/{tokenId}', { tokenId }),
      await actor.codeOf('PUT /account/password', { currentPassword: testPassword, password: 'seven quiet otters' }),
      await actor.codeOf('GET /token', {}),
      await actor.codeOf('GET /account/sessions', {}),
      await actor.codeOf('PUT /companies/{companyId}/seats', { companyId: company.id, seats: 40 }),
    ];
    expect(new Set(tried)).toEqual(new Set(['token.not-allowed']));
    expect(await mayRead(actor)).toBe('allowed');
  });

  it('that is limited to one company finds no other company of its owner', async () => {
    const second = await foundTestCompany(test, { canary: 'Second' });
    await second.admin.ok('POST /companies/{companyId}/invites', {
      companyId: second.id,
      email: company.approver.email,
      role: 'worker',
    });
    const { invites } = await company.approver.ok('GET /invites', {});
    await company.approver.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    const whole = (await accessTokenActor(company.approver)).actor;
    const limited = (await accessTokenActor(company.approver, { companyId: second.id })).actor;
    const names = async (actor: Actor) => (await actor.ok('GET /companies', {})).companies.map(({ id }) => id);
    expect([await names(whole), await names(limited)]).toEqual([[company.id, second.id], [second.id]]);
    const read = (actor: Actor) => actor.codeOf('GET /companies/{companyId}', { companyId: company.id });
    expect([await read(whole), await read(limited)]).toEqual(['allowed', 'company.missing']);
    const stranger = { ...wish, companyId: second.id };
    expect(await company.worker.codeOf('POST /account/tokens', stranger)).toBe('company.missing');
    expect(await company.worker.codeOf('POST /account/tokens', { ...wish, companyId: unknownId() })).toBe(
      'company.missing',
    );
  });

  it('shows the day of its last use', async () => {
    const person = await test.person();
    const { actor } = await accessTokenActor(person);
    const lastUsed = async () => (await person.ok('GET /account/tokens', {})).tokens[0]?.lastUsedOn;
    expect(await lastUsed()).toBeNull();
    await Promise.all(Array.from({ length: 5 }, () => actor.ok('GET /companies', {})));
    expect(await lastUsed()).toBe(day(0));
  });
});

describe('a token is invalid', () => {
  const plain = async (actor: Actor) => {
    const reply = await actor.call('GET /companies', {});
    return [reply.status, reply.text.replace(/"requestId":"[^"]+"/, ''), reply.headers['www-authenticate']];
  };

  it('with the same response whether it is unknown, expired or revoked', async () => {
    const person = await test.person();
    const [expired, revoked, mangled, unknown] = await Promise.all(
      Array.from({ length: 4 }, async () => await accessTokenActor(person)),
    );
    if (!expired || !revoked || !mangled || !unknown) throw new Error('There are four.');
    expect(await mayRead(expired.actor)).toBe('allowed');
    await test.superuser.query(`update access_tokens set expires_at = now() where id = $1`, [expired.tokenId]);
    await person.ok('DELETE /account/tokens/{tokenId}', { tokenId: revoked.tokenId });
    mangled.actor.bearer = `${mangled.actor.bearer.slice(0, -1)}!`;
    unknown.actor.bearer = newAccessToken();
    const answers = await Promise.all([expired, revoked, mangled, unknown].map(({ actor }) => plain(actor)));
    expect(answers[0]).toMatchObject([
      401,
      expect.stringContaining('token.not-usable'),
      expect.stringContaining('invalid_token'),
    ]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    await deleteExpired(test.database.ownerPool);
    expect((await person.ok('GET /account/tokens', {})).tokens.map(({ id }) => id)).toContain(expired.tokenId);
    await test.superuser.query(
      `update access_tokens set created_at = now() - interval '60 days', expires_at = now() - interval '31 days' where id = $1`,
      [expired.tokenId],
    );
    await deleteExpired(test.database.ownerPool);
    expect((await person.ok('GET /account/tokens', {})).tokens.map(({ id }) => id)).not.toContain(expired.tokenId);
  });

  it('A36: immediately after its owner loses the membership or the role', async () => {
    const { admin, id: companyId } = company;
    const person = await test.person('Mover');
    await admin.ok('POST /companies/{companyId}/invites', { companyId, email: person.email, role: 'manager' });
    const { invites } = await person.ok('GET /invites', {});
    await person.ok('POST /invites/{inviteId}/accept', { inviteId: invites[0]?.id ?? '' });
    const { actor } = await accessTokenActor(person);
    const { actor: limited } = await accessTokenActor(person, { companyId });
    const change = (now: { role?: 'worker'; isActive?: boolean }) =>
      admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId, userId: person.userId, ...now });
    const create = () => actor.codeOf('GET /companies/{companyId}/invites', { companyId });
    expect(await create()).toBe('allowed');
    await change({ role: 'worker' });
    expect(await create()).toBe('role.not-allowed');
    await change({ isActive: false });
    expect(await actor.codeOf('GET /companies/{companyId}', { companyId })).toBe('company.missing');
    expect((await actor.ok('GET /companies', {})).companies).toEqual([]);
    expect(await limited.codeOf('GET /companies/{companyId}', { companyId })).toBe('token.not-usable');
    expect(await person.codeOf('POST /account/tokens', { ...wish, companyId })).toBe('company.missing');
  });

  it('after its owner’s password is changed or reset', async () => {
    const other = 'seven quiet otters at noon';
    const person = await test.person();
    const first = (await accessTokenActor(person)).actor;
    await person.ok('PUT /account/password', { currentPassword: testPassword, password: other });
    expect(await mayRead(first)).toBe('token.not-usable');
    await person.ok('PUT /account/password', { currentPassword: other, password: testPassword });
    const second = (await accessTokenActor(person)).actor;
    expect(await mayRead(second)).toBe('allowed');
    await test.visitor().ok('POST /password-reset', { email: person.email });
    const code = codeIn((await test.mailsTo(person.email)).findLast(({ template }) => template === 'reset-password'));
    await test.visitor().ok('POST /link-actions/reset-password', { code, password: other });
    expect(await mayRead(second)).toBe('token.not-usable');
  });

  it('even if it is created with the old password while the password is being replaced', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await test.person();
      await test.visitor().ok('POST /password-reset', { email: person.email });
      const code = codeIn((await test.mailsTo(person.email)).findLast(({ template }) => template === 'reset-password'));
      const [made] = await Promise.all([
        person.call('POST /account/tokens', wish),
        test.visitor().ok('POST /link-actions/reset-password', { code, password: 'seven quiet otters at noon' }),
      ]);
      const program = test.visitor();
      program.bearer = made.status === 200 ? made.body.token : newAccessToken();
      expect(await mayRead(program)).toBe('token.not-usable');
    }
  });

  it('and only its owner can revoke it', async () => {
    const [owner, stranger] = [await test.person(), await test.person()];
    const { actor, tokenId } = await accessTokenActor(owner);
    expect(await stranger.codeOf('DELETE /account/tokens/{tokenId}', { tokenId })).toBe('route.unknown');
    expect(await mayRead(actor)).toBe('allowed');
    expect(await owner.codeOf('DELETE /account/tokens/{tokenId}', { tokenId })).toBe('allowed');
    expect(await mayRead(actor)).toBe('token.not-usable');
  });
});

it('too many invalid tokens are rate-limited, and a valid token from the same network still works', async () => {
  const { actor } = await accessTokenActor(await test.person());
  const guesser = test.visitor();
  const answers: number[] = [];
  for (let count = 0; count < 302; count++) {
    guesser.bearer = newAccessToken();
    answers.push((await guesser.call('GET /companies', {})).status);
  }
  expect([answers.indexOf(429), new Set(answers)]).toEqual([300, new Set([401, 429])]);
  const neighbour = await actor.app.inject({
    url: `${apiPrefix}/companies`,
    remoteAddress: guesser.address,
    headers: { authorization: `Bearer ${actor.bearer}` },
  });
  expect(neighbour.statusCode).toBe(200);
});

it('A28: a claims token or a session token is not accepted as an access token', async () => {
  const person = await test.person();
  const { token } = await person.ok('GET /token', {});
  for (const text of [token, person.cookie.split('=')[1] ?? ''])
    expect(
      (await test.visitor().send('GET', `${apiPrefix}/companies`, undefined, { authorization: `Bearer ${text}` }))
        .status,
    ).toBe(401);
});
