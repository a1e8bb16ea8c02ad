import { afterAll, describe, expect, test } from 'vitest';
import { type Actor, codeIn, freshEmail, testPassword } from '../support/app.ts';
import { companyWithSeats, hire, startTwoCompanies } from '../support/company.ts';

const { app, ours, theirs } = await startTwoCompanies();
afterAll(() => app.close());

const invite = (admin: Actor, companyId: string, email: string, role: 'worker' | 'manager' = 'worker') =>
  admin.ok('POST /companies/{companyId}/invites', { companyId, email, role });

const inviteMails = async (email: string) => (await app.mailsTo(email)).filter(({ template }) => template === 'invite');

const seatsInUse = async (admin: Actor, companyId: string) => {
  const use = await admin.ok('GET /companies/{companyId}/seats', { companyId });
  return [use.members, use.pendingInvites];
};

const letExpire = (inviteId: string) =>
  app.superuser.query(`update invites set expires_at = now() - interval '1 minute' where id = $1`, [inviteId]);

const accept = (actor: Actor, code: string) =>
  actor.call('POST /link-actions/accept-invite', { code, name: 'New Person', password: testPassword });

describe('Inviting', () => {
  test('reserves a seat, mails a link to that address, and makes its reader a member', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const email = freshEmail();
    const made = await invite(admin, id, email.toUpperCase());
    expect(made).toMatchObject({ email, role: 'worker', state: 'pending', invitedByName: 'Founder', projectIds: [] });
    expect(Date.parse(made.expiresAt) - Date.parse(made.sentAt)).toBe(14 * 24 * 60 * 60_000);
    expect(await seatsInUse(admin, id)).toEqual([1, 1]);

    const [mail] = await inviteMails(email);
    expect(mail?.params).toMatchObject({ companyName: 'Small', inviterName: 'Founder', role: 'worker' });
    const actor = app.visitor();
    expect((await accept(actor, codeIn(mail))).status).toBe(200);
    expect(await seatsInUse(admin, id)).toEqual([2, 0]);
    expect((await actor.ok('GET /companies/{companyId}', { companyId: id })).role).toBe('worker');
    const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId: id });
    expect(invites).toMatchObject([{ id: made.id, state: 'accepted' }]);
  });

  test('gives a worker the projects of the invite, and a manager the management of theirs', async () => {
    const { id, admin } = await companyWithSeats(app, 4);
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId: id,
      name: 'Closed circle',
      forEveryone: false,
      tasks: [{ name: 'Work', kind: 'timed' }],
    });
    const join = async (role: 'worker' | 'manager') => {
      const email = freshEmail();
      await admin.ok('POST /companies/{companyId}/invites', {
        companyId: id,
        email,
        role,
        projectIds: [project.id, project.id],
      });
      const actor = app.visitor();
      expect((await accept(actor, codeIn((await inviteMails(email))[0]))).status).toBe(200);
      return actor;
    };
    const worker = await join('worker');
    const manager = await join('manager');
    const { found } = await worker.ok('GET /companies/{companyId}/loggable-tasks', { companyId: id });
    expect(found.map(({ projectName }) => projectName)).toEqual(['Closed circle']);
    const { projects } = await manager.ok('GET /companies/{companyId}/projects', { companyId: id });
    expect(projects).toMatchObject([{ name: 'Closed circle', canUpdate: true }]);
  });

  test('is refused for members and for addresses that are invited already, all at once', async () => {
    const email = freshEmail();
    await invite(ours.admin, ours.id, email);
    const input = { companyId: ours.id, role: 'worker' as const };
    const again = await ours.admin.call('POST /companies/{companyId}/invites', { ...input, email });
    expect(again.problem).toMatchObject({ status: 409, errors: [{ path: 'email', code: 'invite.already' }] });
    const member = await ours.admin.call('POST /companies/{companyId}/invites', {
      ...input,
      email: ours.worker.email,
      projectIds: [crypto.randomUUID()],
    });
    expect(member.problem?.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['email', 'member.already'],
      ['projectIds', 'project.missing'],
    ]);
  });

  test('without a free seat is refused and leaves no invite and no mail (A11)', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    await invite(admin, id, freshEmail());
    const email = freshEmail();
    const reply = await admin.call('POST /companies/{companyId}/invites', { companyId: id, email, role: 'worker' });
    expect([reply.status, reply.problem?.code]).toEqual([409, 'seats.none-free']);
    expect(await app.mailsTo(email)).toEqual([]);
    expect(await seatsInUse(admin, id)).toEqual([1, 1]);
    await admin.ok('PUT /companies/{companyId}/seats', { companyId: id, seats: 3 });
    expect((await invite(admin, id, email)).state).toBe('pending');
  });

  test('of many at once for the last seat, one wins and the others are refused plainly (A22)', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    const emails = Array.from({ length: 6 }, freshEmail);
    const replies = await Promise.all(
      emails.map((email) =>
        admin.call('POST /companies/{companyId}/invites', { companyId: id, email, role: 'worker' }),
      ),
    );
    const codes = replies.map(({ problem }) => problem?.code ?? 'allowed').sort();
    expect(codes).toEqual(['allowed', ...Array.from({ length: 5 }, () => 'seats.none-free')]);
    expect(await seatsInUse(admin, id)).toEqual([1, 1]);
  });

  test('the same address twice at once makes one invite', async () => {
    const { id, admin } = await companyWithSeats(app, 5);
    const email = freshEmail();
    const input = { companyId: id, email, role: 'worker' as const };
    const replies = await Promise.all([
      admin.codeOf('POST /companies/{companyId}/invites', input),
      admin.codeOf('POST /companies/{companyId}/invites', input),
    ]);
    expect(replies.sort()).toEqual(['allowed', 'invite.already']);
  });

  test('to a project of another company is refused like one that does not exist (A06)', async () => {
    const input = { companyId: ours.id, email: freshEmail(), role: 'worker' as const };
    const ask = (projectId: string) =>
      ours.admin.codeOf('POST /companies/{companyId}/invites', { ...input, projectIds: [projectId] });
    expect(await ask(theirs.project.id)).toBe('project.missing');
    expect(await ask(crypto.randomUUID())).toBe('project.missing');
    expect(await ask(ours.project.id)).toBe('allowed');
  });

  test('is for company admins; managers see invites, of projects only their own (A07, A13, A17)', async () => {
    const { id, admin } = await companyWithSeats(app, 6);
    const manager = await hire(app, admin, id, 'manager', 'Manager');
    const worker = await hire(app, admin, id, 'worker', 'Worker');
    const create = (name: string, managerIds: string[]) =>
      admin.ok('POST /companies/{companyId}/projects', { companyId: id, name, managerIds });
    const managed = await create('Managed', [manager.userId]);
    const hidden = await create('Hidden', []);
    const input = { companyId: id, email: freshEmail(), role: 'worker' as const };
    const projectIds = [managed.id, hidden.id];
    const made = await admin.ok('POST /companies/{companyId}/invites', { ...input, projectIds });
    expect(made.projectIds).toEqual(projectIds.sort());

    const seen = await manager.ok('GET /companies/{companyId}/invites', { companyId: id });
    expect(seen.invites.find((one) => one.id === made.id)?.projectIds).toEqual([managed.id]);
    const path = { companyId: id, inviteId: made.id };
    for (const actor of [manager, worker]) {
      expect(await actor.codeOf('POST /companies/{companyId}/invites', { ...input, role: 'company admin' })).toBe(
        'role.not-allowed',
      );
      expect(await actor.codeOf('POST /companies/{companyId}/invites/{inviteId}/resend', path)).toBe(
        'role.not-allowed',
      );
      expect(await actor.codeOf('PATCH /companies/{companyId}/invites/{inviteId}', { ...path, role: 'manager' })).toBe(
        'role.not-allowed',
      );
      expect(await actor.codeOf('DELETE /companies/{companyId}/invites/{inviteId}', path)).toBe('role.not-allowed');
    }
    expect(await worker.codeOf('GET /companies/{companyId}/invites', { companyId: id })).toBe('role.not-allowed');
    expect(await admin.codeOf('DELETE /companies/{companyId}/invites/{inviteId}', path)).toBe('allowed');
  });
});

describe('An invite that is out', () => {
  test('can be sent again, which voids the older link', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const email = freshEmail();
    const made = await invite(admin, id, email);
    await admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', { companyId: id, inviteId: made.id });
    const [older, newer] = (await inviteMails(email)).map(codeIn);
    expect((await accept(app.visitor(), older ?? '')).problem?.code).toBe('link.not-usable');
    expect((await accept(app.visitor(), newer ?? '')).status).toBe(200);
    expect(await seatsInUse(admin, id)).toEqual([2, 0]);
  });

  test('can change its role until it is used', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const email = freshEmail();
    const { id: inviteId } = await invite(admin, id, email);
    const path = { companyId: id, inviteId };
    const changed = await admin.ok('PATCH /companies/{companyId}/invites/{inviteId}', { ...path, role: 'reviewer' });
    expect(changed.role).toBe('reviewer');
    const actor = app.visitor();
    await accept(actor, codeIn((await inviteMails(email))[0]));
    expect((await actor.ok('GET /companies/{companyId}', { companyId: id })).role).toBe('reviewer');
    expect(await admin.codeOf('PATCH /companies/{companyId}/invites/{inviteId}', { ...path, role: 'manager' })).toBe(
      'invite.not-pending',
    );
    expect(await admin.codeOf('POST /companies/{companyId}/invites/{inviteId}/resend', path)).toBe(
      'invite.not-pending',
    );
  });

  test('can be revoked: its seat is free and its link no longer works', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    const email = freshEmail();
    const { id: inviteId } = await invite(admin, id, email);
    const path = { companyId: id, inviteId };
    expect((await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', path)).state).toBe('revoked');
    expect(await seatsInUse(admin, id)).toEqual([1, 0]);
    const code = codeIn((await inviteMails(email))[0]);
    expect((await accept(app.visitor(), code)).problem?.code).toBe('link.not-usable');
    expect(await admin.codeOf('DELETE /companies/{companyId}/invites/{inviteId}', path)).toBe('invite.not-pending');
    expect((await invite(admin, id, email)).state).toBe('pending');
  });

  test('runs out: its seat is free, a new one may follow, and sending it again takes a seat', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    const email = freshEmail();
    const first = await invite(admin, id, email);
    await letExpire(first.id);
    expect(await seatsInUse(admin, id)).toEqual([1, 0]);
    const other = await invite(admin, id, freshEmail());
    const resend = { companyId: id, inviteId: first.id };
    expect(await admin.codeOf('POST /companies/{companyId}/invites/{inviteId}/resend', resend)).toBe('seats.none-free');
    await admin.ok('DELETE /companies/{companyId}/invites/{inviteId}', { companyId: id, inviteId: other.id });
    expect((await admin.ok('POST /companies/{companyId}/invites/{inviteId}/resend', resend)).state).toBe('pending');
    expect(await seatsInUse(admin, id)).toEqual([1, 1]);

    await letExpire(first.id);
    const second = await invite(admin, id, email);
    const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId: id });
    expect(invites.map((one) => [one.id, one.state])).toEqual([
      [second.id, 'pending'],
      [first.id, 'revoked'],
      [other.id, 'revoked'],
    ]);
  });

  test('of another company does not exist for anybody else (A06, A45)', async () => {
    const foreign = await invite(theirs.admin, theirs.id, freshEmail());
    for (const inviteId of [foreign.id, crypto.randomUUID()]) {
      const path = { companyId: ours.id, inviteId };
      expect(await ours.admin.codeOf('DELETE /companies/{companyId}/invites/{inviteId}', path)).toBe('invite.missing');
      expect(await ours.admin.codeOf('POST /companies/{companyId}/invites/{inviteId}/resend', path)).toBe(
        'invite.missing',
      );
      expect(await ours.admin.codeOf('POST /invites/{inviteId}/accept', { inviteId })).toBe('invite.missing');
      expect(await ours.admin.codeOf('POST /invites/{inviteId}/decline', { inviteId })).toBe('invite.missing');
    }
    const path = { companyId: theirs.id, inviteId: foreign.id };
    expect(await theirs.admin.codeOf('DELETE /companies/{companyId}/invites/{inviteId}', path)).toBe('allowed');
  });
});

describe('Invites to somebody who has an account', () => {
  test('are shown to the proven address and to no other (A26)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const invited = await app.person('Invited');
    const other = await app.person('Other');
    const made = await invite(admin, id, invited.email);
    expect((await invited.ok('GET /invites', {})).invites).toEqual([
      { id: made.id, companyId: id, companyName: 'Small', role: 'worker', expiresAt: made.expiresAt },
    ]);
    expect((await other.ok('GET /invites', {})).invites).toEqual([]);
    expect(await other.codeOf('POST /invites/{inviteId}/accept', { inviteId: made.id })).toBe('invite.missing');
    expect(await invited.ok('POST /invites/{inviteId}/accept', { inviteId: made.id })).toEqual({ companyId: id });
    expect((await invited.ok('GET /invites', {})).invites).toEqual([]);
    expect((await invited.ok('GET /companies/{companyId}', { companyId: id })).role).toBe('worker');
  });

  test('are closed to an address that is not proven (A26)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const unproven = app.visitor();
    unproven.email = freshEmail();
    await unproven.ok('POST /sign-up', { name: 'Unproven', email: unproven.email, password: testPassword });
    await unproven.ok('POST /sign-in', { email: unproven.email, password: testPassword });
    const made = await invite(admin, id, unproven.email);
    expect(await unproven.codeOf('GET /invites', {})).toBe('session.email-not-verified');
    expect(await unproven.codeOf('POST /invites/{inviteId}/accept', { inviteId: made.id })).toBe(
      'session.email-not-verified',
    );
    expect(await seatsInUse(admin, id)).toEqual([1, 1]);
  });

  test('are not used up when another account opens the link (A26)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const invited = await app.person('Invited');
    const thief = await app.person('Thief');
    await invite(admin, id, invited.email);
    const code = codeIn((await inviteMails(invited.email))[0]);
    expect(await thief.codeOf('POST /link-actions/accept-invite', { code })).toBe('link.wrong-account');
    expect(await invited.codeOf('POST /link-actions/accept-invite', { code })).toBe('allowed');
    const { members } = await admin.ok('GET /companies/{companyId}/members', { companyId: id });
    expect(members.map(({ name }) => name).sort()).toEqual(['Founder', 'Invited']);
  });

  test('accepted twice at once make one membership (A26)', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const invited = await app.person('Invited');
    const made = await invite(admin, id, invited.email);
    const code = codeIn((await inviteMails(invited.email))[0]);
    const replies = await Promise.all([
      invited.call('POST /invites/{inviteId}/accept', { inviteId: made.id }),
      invited.call('POST /invites/{inviteId}/accept', { inviteId: made.id }),
      invited.call('POST /link-actions/accept-invite', { code }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await seatsInUse(admin, id)).toEqual([2, 0]);
  });

  test('can be turned down, which frees the seat', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    const invited = await app.person('Invited');
    const made = await invite(admin, id, invited.email);
    await invited.ok('POST /invites/{inviteId}/decline', { inviteId: made.id });
    expect(await seatsInUse(admin, id)).toEqual([1, 0]);
    expect(await invited.codeOf('POST /invites/{inviteId}/accept', { inviteId: made.id })).toBe('invite.not-pending');
    const code = codeIn((await inviteMails(invited.email))[0]);
    expect(await invited.codeOf('POST /link-actions/accept-invite', { code })).toBe('link.not-usable');
  });

  test('cannot be accepted once they ran out', async () => {
    const { id, admin } = await companyWithSeats(app, 2);
    const invited = await app.person('Invited');
    const made = await invite(admin, id, invited.email);
    await letExpire(made.id);
    expect((await invited.ok('GET /invites', {})).invites).toEqual([]);
    expect(await invited.codeOf('POST /invites/{inviteId}/accept', { inviteId: made.id })).toBe('invite.not-pending');
  });

  test('bring back somebody who had left, with the role of the invite', async () => {
    const { id, admin } = await companyWithSeats(app, 3);
    const worker = await hire(app, admin, id, 'worker', 'Worker');
    await admin.ok('PATCH /companies/{companyId}/members/{userId}', {
      companyId: id,
      userId: worker.userId,
      isActive: false,
    });
    const made = await invite(admin, id, worker.email, 'manager');
    await worker.ok('POST /invites/{inviteId}/accept', { inviteId: made.id });
    expect((await worker.ok('GET /companies/{companyId}', { companyId: id })).role).toBe('manager');
    expect(await seatsInUse(admin, id)).toEqual([2, 0]);
  });

  test('look to the company admin like invites to anybody else (A45)', async () => {
    const invited = await app.person('Somebody');
    const known = await invite(ours.admin, ours.id, invited.email);
    const unknown = await invite(ours.admin, ours.id, freshEmail());
    const shape = ({ id: _, email: __, createdAt: ___, sentAt: ____, expiresAt: _____, ...rest }: typeof known) => rest;
    expect(shape(known)).toEqual(shape(unknown));
  });
});
