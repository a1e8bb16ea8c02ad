// Several people at once. Cases A06, A11 of docs/attack-cases.md.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, codeIn, freshEmail, startTestApp, type TestApp, testPassword } from '../support/app.ts';
import { companyWithSeats, foundTestCompany, type TestCompany } from '../support/company.ts';
import { fingerprint } from '../support/principals.ts';

let app: TestApp;
let theirs: TestCompany;
beforeAll(async () => {
  app = await startTestApp();
  theirs = await foundTestCompany(app, { canary: 'Theirs' });
});
afterAll(() => app.close());

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
