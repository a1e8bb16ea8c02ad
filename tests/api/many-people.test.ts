// Several invites or members at once: what the check announces is what happens, each has its own result, and a refused one leaves
// nothing behind. Cases A06, A11, A17, A22, A24 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { companyWithSeats, foundTestCompany, hire, type TestCompany } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';

const resendCheck = 'POST /companies/{companyId}/invite-resends/check';
const resendRoute = 'POST /companies/{companyId}/invite-resends';
const revokeRoute = 'POST /companies/{companyId}/invite-revocations';
const roleCheck = 'POST /companies/{companyId}/role-changes/check';
const roleRoute = 'POST /companies/{companyId}/role-changes';

let app: TestApp;
let theirs: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  theirs = await foundTestCompany(app, { canary: 'Theirs' });
});
afterAll(() => app.close());

type Result = { code: string | null };
const codesOf = ({ results }: { results: readonly Result[] }): string[] => results.map(({ code }) => code ?? 'done');

const invite = (admin: Actor, companyId: string, email = freshEmail()) =>
  admin.ok('POST /companies/{companyId}/invites', { companyId, email, role: 'worker' });

const letExpire = (inviteId: string) =>
  app.superuser.query(`update invites set expires_at = now() - interval '1 minute' where id = $1`, [inviteId]);

const inspect = (code: string) => app.visitor().codeOf('POST /link-actions/inspect', { mode: 'invite', code });

describe('Inviting pasted addresses', () => {
  const checkRoute = 'POST /companies/{companyId}/imports/check';
  const runRoute = 'POST /companies/{companyId}/imports';

  const invitesOf = async (admin: Actor, companyId: string) =>
    (await admin.ok('GET /companies/{companyId}/invites', { companyId })).invites;

  test('of one line invites each once, and reports what is no address', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 5);
    const [budi, lina, eko] = [freshEmail(), freshEmail(), freshEmail()];
    const text = `Budi Santoso <${budi}>; ${lina} ${eko}; nobody; ${lina.toUpperCase()}; ${admin.email}`;
    const { id: importId } = await admin.ok(runRoute, { companyId, text, role: 'reviewer' });
    const { rows } = await admin.ok('GET /companies/{companyId}/imports/{importId}/rows', { companyId, importId });
    expect(rows.map(({ line, email, name, verdict }) => [line, email, name, verdict])).toEqual([
      [1, budi, 'Budi Santoso', 'new'],
      [2, lina, '', 'new'],
      [3, eko, '', 'new'],
      [4, 'nobody', '', 'wrong-email'],
      [5, lina, '', 'repeated'],
      [6, admin.email, '', 'member'],
    ]);
    expect((await invitesOf(admin, companyId)).map(({ role }) => role)).toEqual(['reviewer', 'reviewer', 'reviewer']);
    for (const email of [budi, lina, eko]) expect(await app.mailsTo(email)).toHaveLength(1);
  });

  test('assigns everybody to the projects on joining; one of another company is refused with nothing written (A06, A11)', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 5);
    const project = await admin.ok('POST /companies/{companyId}/projects', {
      companyId,
      name: 'Closed circle',
      forEveryone: false,
    });
    const emails = [freshEmail(), freshEmail()];
    const text = emails.join(' ');
    const before = await fingerprint(app);
    for (const wrong of [theirs.project.id, crypto.randomUUID()])
      for (const route of [checkRoute, runRoute] as const) {
        const { problem } = await admin.call(route, { companyId, text, projectIds: [project.id, wrong] });
        expect(problem?.errors).toMatchObject([{ path: 'projectIds', code: 'project.missing' }]);
      }
    expect(await fingerprint(app)).toBe(before);
    await admin.ok(runRoute, { companyId, text, projectIds: [project.id, project.id] });
    expect((await invitesOf(admin, companyId)).map(({ projectIds }) => projectIds)).toEqual([
      [project.id],
      [project.id],
    ]);
    const joined = app.visitor();
    const code = codeIn((await app.mailsTo(emails[0] ?? ''))[0]);
    await joined.ok('POST /link-actions/accept-invite', { code, name: 'Budi', password: testPassword });
    const { found } = await joined.ok('GET /companies/{companyId}/project-choices', { companyId });
    expect(found.map(({ id }) => id)).toEqual([project.id]);
  });
});

describe('Resending several invites', () => {
  test('sends each a fresh link, as the check says, and voids the older ones', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 4);
    const [one, two] = [await invite(admin, companyId), await invite(admin, companyId)];
    const [first] = await app.mailsTo(one.email);
    const input = { companyId, inviteIds: [two.id, one.id, two.id] };
    const before = await fingerprint(app);
    expect(codesOf(await admin.ok(resendCheck, input))).toEqual(['done', 'done']);
    expect(await fingerprint(app), 'a check writes nothing').toBe(before);
    const { results } = await admin.ok(resendRoute, input);
    expect(results.map(({ id, code }) => [id, code])).toEqual([
      [two.id, null],
      [one.id, null],
    ]);
    const mails = await app.mailsTo(one.email);
    expect(mails).toHaveLength(2);
    expect(await app.mailsTo(two.email)).toHaveLength(2);
    expect(await inspect(codeIn(first))).toBe('link.not-usable');
    const fresh = mails.find((mail) => codeIn(mail) !== codeIn(first));
    expect(await inspect(codeIn(fresh))).toBe('allowed');
  });

  test('refuses one by one: accepted, mailed too often, of another company; and expired ones without a free seat (A06, A22)', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 4);
    const accepted = await hire(app, admin, companyId, 'worker', 'Accepted');
    const often = await invite(admin, companyId);
    for (let n = 0; n < 4; n += 1) await admin.ok(resendRoute, { companyId, inviteIds: [often.id] });
    const [late, later] = [await invite(admin, companyId), await invite(theirs.admin, theirs.id)];
    await letExpire(late.id);
    const last = await invite(admin, companyId);
    const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId });
    const acceptedId = invites.find(({ email }) => email === accepted.email)?.id ?? '';
    const input = { companyId, inviteIds: [acceptedId, often.id, late.id, later.id, crypto.randomUUID(), last.id] };
    const expected = [
      'invite.not-pending',
      'invite.too-often',
      'seats.none-free',
      'invite.missing',
      'invite.missing',
      'done',
    ];
    expect(codesOf(await admin.ok(resendCheck, input))).toEqual(expected);
    const { results } = await admin.ok(resendRoute, input);
    expect(codesOf({ results })).toEqual(expected);
    expect(results.map(({ invite: shown }) => shown?.email ?? null)).toEqual([
      accepted.email,
      often.email,
      late.email,
      null,
      null,
      last.email,
    ]);
    expect(await app.mailsTo(often.email)).toHaveLength(5);
    expect(await app.mailsTo(last.email)).toHaveLength(2);
    expect(await app.mailsTo(late.email)).toHaveLength(1);
  });

  test('uses the invites left today for those that are sent, and no more', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 60);
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push(await invite(admin, companyId));
    const inviteIds = made.map(({ id }) => id).sort();
    const use = await admin.ok('GET /companies/{companyId}/seats', { companyId });
    const left = use.invitesToday?.left ?? 0;
    expect(left, 'registration is open').toBeGreaterThan(3);
    await app.superuser.query(
      `update throttles set points = points + $1 where key like 'invites-sent:%' and points = 3`,
      [left - 2],
    );
    const checked = await admin.ok(resendCheck, { companyId, inviteIds });
    expect(checked.invitesLeft).toBe(2);
    expect(codesOf(checked)).toEqual(['done', 'done', 'invite.too-many-today']);
    expect(codesOf(await admin.ok(resendRoute, { companyId, inviteIds }))).toEqual(codesOf(checked));
    expect((await admin.ok('GET /companies/{companyId}/seats', { companyId })).invitesToday?.left).toBe(0);
  });

  test('repeated with its idempotency key sends once', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 3);
    const { id, email } = await invite(admin, companyId);
    const send = () => admin.call(resendRoute, { companyId, inviteIds: [id] }, { 'idempotency-key': 'twice' });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect(await app.mailsTo(email)).toHaveLength(2);
  });

  test('to somebody with an account elsewhere is answered as to a new address (A45)', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 4);
    const known = await invite(admin, companyId, theirs.worker.email);
    const fresh = await invite(admin, companyId);
    const { results } = await admin.ok(resendRoute, { companyId, inviteIds: [known.id, fresh.id] });
    const shapes = results.map(({ code, message, invite: one }) => ({
      code,
      message,
      state: one?.state,
      name: one?.name,
    }));
    expect(shapes[0]).toEqual(shapes[1]);
  });
});

describe('Revoking several invites', () => {
  test('frees their seats and voids their links; what is not pending is refused', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 4);
    const [one, two, late] = [
      await invite(admin, companyId),
      await invite(admin, companyId),
      await invite(admin, companyId),
    ];
    await letExpire(late.id);
    const foreign = await invite(theirs.admin, theirs.id);
    const inviteIds = [one.id, late.id, foreign.id, two.id];
    const { results } = await admin.ok(revokeRoute, { companyId, inviteIds });
    expect(codesOf({ results })).toEqual(['done', 'invite.not-pending', 'invite.missing', 'done']);
    const { rows } = await app.superuser.query('select revoked_at from invites where id = $1', [late.id]);
    expect(rows, 'a refused one stays as it was').toEqual([{ revoked_at: null }]);
    expect((await admin.ok('GET /companies/{companyId}/seats', { companyId })).pendingInvites).toBe(0);
    expect(await inspect(codeIn((await app.mailsTo(one.email))[0]))).toBe('link.not-usable');
    expect(await inspect(codeIn((await app.mailsTo(foreign.email))[0]))).toBe('allowed');
  });
});

describe('Changing several roles', () => {
  const seen = (actor: Actor, seenRole: Role) => ({ userId: actor.userId, seenRole });
  const rolesIn = async (companyId: string) => {
    const { rows } = await app.superuser.query<{ id: string; role: Role }>(
      'select user_id as id, role from members where company_id = $1',
      [companyId],
    );
    return new Map(rows.map(({ id, role }) => [id, role]));
  };

  test('gives each the role, as the check says, from the next request; others are refused with nothing written (A06, A11, A17)', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 6);
    const worker = await hire(app, admin, companyId, 'worker', 'Worker');
    const manager = await hire(app, admin, companyId, 'manager', 'Manager');
    const reviewer = await hire(app, admin, companyId, 'reviewer', 'Reviewer');
    const input = {
      companyId,
      role: 'manager' as const,
      members: [
        seen(worker, 'worker'),
        seen(manager, 'manager'),
        seen(reviewer, 'worker'),
        seen(admin, 'company admin'),
        seen(theirs.worker, 'worker'),
        { userId: crypto.randomUUID(), seenRole: 'worker' as const },
      ],
    };
    const expected = [
      'done',
      'member.same-role',
      'member.changed-since-seen',
      'member.last-admin',
      'member.missing',
      'member.missing',
    ];
    const before = await fingerprint(app);
    expect(codesOf(await admin.ok(roleCheck, input))).toEqual(expected);
    expect(await fingerprint(app), 'a check writes nothing').toBe(before);
    expect(await worker.codeOf('GET /companies/{companyId}/invites', { companyId })).toBe('role.not-allowed');
    const { results } = await admin.ok(roleRoute, input);
    expect(codesOf({ results })).toEqual(expected);
    expect(results.map(({ member }) => member?.role ?? null)).toEqual([
      'manager',
      'manager',
      'reviewer',
      'company admin',
      null,
      null,
    ]);
    expect(await worker.codeOf('GET /companies/{companyId}/invites', { companyId })).toBe('allowed');
    expect((await rolesIn(theirs.id)).get(theirs.worker.userId)).toBe('worker');
  });

  test('never changes the own role, and ends the invites of an admin who may invite no longer', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 6);
    const second = await hire(app, admin, companyId, 'company admin', 'Second');
    const { id } = await invite(second, companyId);
    const members = [seen(admin, 'company admin'), seen(second, 'company admin')];
    const { results } = await admin.ok(roleRoute, { companyId, role: 'worker', members });
    expect(codesOf({ results })).toEqual(['member.own-role', 'done']);
    const { invites } = await admin.ok('GET /companies/{companyId}/invites', { companyId });
    expect(invites.find((one) => one.id === id)?.state).toBe('expired');
  });

  test('two admins who demote each other concurrently leave one (A24)', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 3);
    const second = await hire(app, admin, companyId, 'company admin', 'Second');
    const demote = (actor: Actor, other: Actor) =>
      actor.codeOf(roleRoute, { companyId, role: 'worker', members: [seen(other, 'company admin')] });
    for (let round = 0; round < 8; round += 1) {
      const codes = await Promise.all([demote(admin, second), demote(second, admin)]);
      expect(codes.sort()).toEqual(['allowed', 'role.not-allowed']);
      expect([...(await rolesIn(companyId)).values()].sort()).toEqual(['company admin', 'worker']);
      await app.superuser.query(`update members set role = 'company admin' where company_id = $1`, [companyId]);
    }
  });

  test('of the same members in opposite order, concurrently, causes no deadlock', async () => {
    const { id: companyId, admin } = await companyWithSeats(app, 6);
    const people = [];
    for (const name of ['A', 'B', 'C']) people.push(await hire(app, admin, companyId, 'worker', name));
    const change = (role: Role, members: readonly Actor[]) =>
      admin.codeOf(roleRoute, { companyId, role, members: members.map((one) => seen(one, 'worker')) });
    const codes = await Promise.all([change('reviewer', people), change('manager', people.toReversed())]);
    expect(codes).toEqual(['allowed', 'allowed']);
    const now = await rolesIn(companyId);
    expect(new Set(people.map(({ userId }) => now.get(userId))).size, 'one of the two changed all').toBe(1);
  });
});
