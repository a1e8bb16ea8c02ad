// Joining by an invite link: only for the invited address, only once, and without changing an existing account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';

let test: TestApp;
let admin: Actor;
let companyId: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = await test.person('Founder');
  ({ id: companyId } = await admin.ok('POST /companies', {
    name: 'Kopi Senja',
    timeZone: 'Asia/Jakarta',
    currency: 'IDR',
  }));
  await admin.ok('PUT /companies/{companyId}/seats', { companyId, seats: 50 });
});
afterAll(() => test.close());

const otherPassword = 'seven quiet otters at noon';

async function invite(email: string): Promise<{ code: string; inviteId: string }> {
  const { id } = await admin.ok('POST /companies/{companyId}/invites', { companyId, email, role: 'worker' });
  return { code: await newestCode(email), inviteId: id };
}

const newestCode = async (email: string) =>
  codeIn((await test.mailsTo(email)).findLast((mail) => mail.template === 'invite'));

const join = (actor: Actor, code: string) =>
  actor.call('POST /link-actions/accept-invite', { code, name: 'Newcomer', password: otherPassword });

describe('accepting an invite', () => {
  it('creates a verified account for a new person, who is a member immediately', async () => {
    const email = freshEmail();
    const { code } = await invite(email);
    const actor = test.visitor();
    expect(await actor.ok('POST /link-actions/inspect', { mode: 'invite', code })).toEqual({
      mode: 'invite',
      email,
      needsPassword: false,
      invite: { companyName: 'Kopi Senja', role: 'worker', hasAccount: false, mayRegister: true, name: '' },
    });
    const { body } = await join(actor, code);
    expect(body.companyId).toBe(companyId);
    expect(body.session).toMatchObject({
      user: { email, emailVerified: true, customClaims: { planType: 'Premium' } },
      roles: { [companyId]: 'worker' },
    });
    expect(await actor.ok('GET /session', {})).toEqual(body.session);
  });

  it('names the missing fields for a new person, and the link still works', async () => {
    const { code } = await invite(freshEmail());
    const { problem } = await test.visitor().call('POST /link-actions/accept-invite', { code });
    expect(problem?.errors?.map(({ path }) => path)).toEqual(['name', 'password']);
    const input = { code, name: 'Newcomer', password: 'kopisenja2026' };
    expect(await test.visitor().codeOf('POST /link-actions/accept-invite', input)).toBe('password.personal');
    expect((await join(test.visitor(), code)).status).toBe(200);
  });

  it('A25: never sets the password of an existing account; its owner signs in and accepts', async () => {
    const owner = await test.person();
    const { code } = await invite(owner.email);
    const thief = test.visitor();
    expect((await thief.ok('POST /link-actions/inspect', { mode: 'invite', code })).invite?.hasAccount).toBe(true);
    expect((await join(thief, code)).problem).toMatchObject({ status: 401, code: 'session.missing' });
    expect(await thief.codeOf('POST /sign-in', { email: owner.email, password: otherPassword })).toBe(
      'session.wrong-credentials',
    );
    expect((await owner.ok('GET /session', {})).companies).toEqual([]);

    const accepted = await owner.ok('POST /link-actions/accept-invite', { code });
    expect(accepted.session.roles).toEqual({ [companyId]: 'worker' });
    await owner.ok('POST /sign-in', { email: owner.email, password: testPassword });
  });

  it('A26: works for the invited address only, and once: two concurrent requests create one member', async () => {
    const invited = await test.person();
    const { code } = await invite(invited.email);
    const other = await test.person();
    expect((await join(other, code)).problem).toMatchObject({ status: 403, code: 'link.wrong-account' });
    const second = test.visitor();
    await second.ok('POST /sign-in', { email: invited.email, password: testPassword });
    const replies = await Promise.all([join(invited, code), join(second, code)]);
    expect(replies.map(({ problem }) => problem?.code ?? 'joined').toSorted()).toEqual(['joined', 'link.not-usable']);
    const { rows } = await test.superuser.query('select user_id from members where company_id = $1 and user_id = $2', [
      companyId,
      invited.userId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('A26: requires a verified address: an unverified account with that address sees no invite', async () => {
    const email = freshEmail();
    const stranger = test.visitor();
    await stranger.ok('POST /sign-up', { name: 'Stranger', email, password: testPassword });
    await stranger.ok('POST /sign-in', { email, password: testPassword });
    const { inviteId } = await invite(email);
    expect(await stranger.codeOf('GET /invites', {})).toBe('session.email-not-verified');
    expect(await stranger.codeOf('POST /invites/{inviteId}/accept', { inviteId })).toBe('session.email-not-verified');
  });

  it('A29: gives an address that a stranger registered to the recipient of the invite', async () => {
    const email = freshEmail();
    const stranger = test.visitor();
    await stranger.ok('POST /sign-up', { name: 'Stranger', email, password: testPassword });
    await stranger.ok('POST /sign-in', { email, password: testPassword });
    const { code } = await invite(email);
    const owner = test.visitor();
    const { body } = await join(owner, code);
    expect(body.session.user).toMatchObject({ email, name: 'Newcomer', emailVerified: true });
    expect((await stranger.ok('GET /session', {})).user).toBeNull();
    expect(await stranger.codeOf('POST /sign-in', { email, password: testPassword })).toBe('session.wrong-credentials');
    expect(await owner.codeOf('POST /sign-in', { email, password: otherPassword })).toBe('allowed');
  });

  it('is impossible after the invite is revoked or sent again', async () => {
    const email = freshEmail();
    const { code, inviteId } = await invite(email);
    await admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId, inviteId });
    expect((await join(test.visitor(), code)).problem?.code).toBe('link.not-usable');
    const newer = await newestCode(email);
    expect(await test.visitor().codeOf('POST /link-actions/inspect', { mode: 'invite', code: newer })).toBe('allowed');
    await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId, inviteId });
    expect((await join(test.visitor(), newer)).problem?.code).toBe('link.not-usable');
  });
});

describe('A36: access', () => {
  it('ends with the next request after a member is deactivated or changes role', async () => {
    const email = freshEmail();
    const member = test.visitor();
    const { body } = await join(member, (await invite(email)).code);
    const userId = body.session.user?.uid ?? '';
    expect(await member.codeOf('GET /companies/{companyId}', { companyId })).toBe('allowed');
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId, userId, role: 'reviewer' });
    expect((await member.ok('GET /session', {})).roles).toEqual({ [companyId]: 'reviewer' });
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', { companyId, userId, isActive: false });
    expect(await member.codeOf('GET /companies/{companyId}', { companyId })).toBe('company.missing');
    expect(await member.ok('GET /session', {})).toMatchObject({ roles: {}, companies: [], user: { email } });
  });
});
