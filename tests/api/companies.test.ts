import { afterAll, describe, expect, test } from 'vitest';
import { defaultPolicies, type Policies } from '#domain/policies.ts';
import { type Actor, freshEmail } from '../support/app.ts';
import { startTwoCompanies } from '../support/company.ts';
import { withOpenTransaction } from '../support/concurrent-transaction.ts';
import { accessTokenActor } from '../support/principals.ts';

const { app, ours, theirs } = await startTwoCompanies();
afterAll(() => app.close());

const found = (actor: Actor, name = 'Warung Data') =>
  actor.ok('POST /companies', { name, timeZone: 'Asia/Makassar', currency: 'IDR' });

describe('Creating a company', () => {
  test('makes the founder its company admin, on the Free plan with one seat', async () => {
    const founder = await app.person('Dewi');
    const company = await found(founder);
    expect(company).toMatchObject({
      name: 'Warung Data',
      timeZone: 'Asia/Makassar',
      currency: 'IDR',
      weekStartsOn: 1,
      plan: 'Free',
      seats: 1,
      role: 'company admin',
      ...defaultPolicies,
    });
    expect(company.can).toContain('billing.manage');
    expect(company.can).not.toContain('worklogs.submit');
    expect(await founder.ok('GET /companies/{companyId}', { companyId: company.id })).toEqual(company);
    const session = await founder.ok('GET /session', {});
    expect(session.roles).toEqual({ [company.id]: 'company admin' });
  });

  test('names every wrong field together and creates nothing', async () => {
    const founder = await app.person();
    const reply = await founder.call('POST /companies', { name: ' ', timeZone: 'Mars/Olympus', currency: 'XX' });
    expect(reply.status).toBe(422);
    expect(reply.problem?.errors?.map(({ path, code }) => [path, code])).toEqual([
      ['name', 'field.required'],
      ['timeZone', 'field.invalid-time-zone'],
      ['currency', 'field.invalid-currency'],
    ]);
    const session = await founder.ok('GET /session', {});
    expect(session.companies).toEqual([]);
  });

  test('takes no seats, plan or role from the body (A17, A22)', async () => {
    const founder = await app.person();
    for (const surplus of [{ seats: 50 }, { plan: 'Premium' }, { role: 'manager' }]) {
      const body = { name: 'Greedy', timeZone: 'UTC', currency: 'EUR', ...surplus };
      const reply = await founder.send('POST', '/api/v1/companies', body);
      expect(reply.problem?.errors).toMatchObject([{ path: Object.keys(surplus)[0], code: 'field.unknown' }]);
    }
    expect((await found(founder)).seats).toBe(1);
  });
});

describe('Settings of a company', () => {
  test('are changed by a company admin, one field or many', async () => {
    const founder = await app.person();
    const { id: companyId, version } = await found(founder);
    const changed = await founder.ok('PATCH /companies/{companyId}', {
      companyId,
      version,
      name: 'Warung Baru',
      weekStartsOn: 7,
      lockedUntil: '2026-10-31',
      overlaps: 'flag',
    });
    expect(changed).toMatchObject({
      name: 'Warung Baru',
      weekStartsOn: 7,
      lockedUntil: '2026-10-31',
      overlaps: 'flag',
      requireNotes: false,
      version: version + 1,
    });
    expect(
      await founder.ok('PATCH /companies/{companyId}', {
        companyId,
        version: version + 1,
        lockedUntil: null,
        unlockFrom: '2026-10-31',
      }),
    ).toMatchObject({
      lockedUntil: null,
      name: 'Warung Baru',
    });
  });

  test('include every policy, with the values stored', async () => {
    const founder = await app.person();
    const { id: companyId, version } = await found(founder);
    const chosen = {
      loggers: 'everyone',
      logForOthers: true,
      times: 'optional',
      lockedUntil: '2026-10-31',
      longestWorklogMinutes: 600,
      longestDayMinutes: 720,
      weeklyTargetMinutes: 2_400,
      allowFuture: true,
      overlaps: 'flag',
      requireNotes: true,
      receiptAboveMinor: 0,
      waitingMails: 'never',
      emptyWeekMails: true,
      auditDays: 90,
    } as const satisfies Policies;
    expect(await founder.ok('PATCH /companies/{companyId}', { companyId, version, ...chosen })).toMatchObject(chosen);
    expect(await founder.ok('GET /companies/{companyId}', { companyId })).toMatchObject(chosen);
    const { actor: program } = await accessTokenActor(founder);
    expect(await program.ok('GET /companies/{companyId}', { companyId })).toMatchObject(chosen);
    const { body } = await founder.call('PATCH /companies/{companyId}', {
      companyId,
      version: version + 1,
      ...defaultPolicies,
      unlockFrom: chosen.lockedUntil,
    });
    expect(body).toMatchObject(defaultPolicies);
  });

  test('name every policy that is out of range, and change nothing', async () => {
    const { version } = await ours.admin.ok('GET /companies/{companyId}', { companyId: ours.id });
    const reply = await ours.admin.send('PATCH', `/api/v1/companies/${ours.id}`, {
      version,
      name: 'Unsaved',
      longestWorklogMinutes: 24 * 60 + 1,
      longestDayMinutes: 25 * 60 + 1,
      receiptAboveMinor: -1,
      waitingMails: 'hourly',
      emptyWeekMails: null,
    });
    expect(reply.problem?.errors?.map(({ path, code }) => `${path} ${code}`).toSorted()).toEqual([
      'emptyWeekMails field.required',
      'longestDayMinutes field.too-large',
      'longestWorklogMinutes field.too-large',
      'receiptAboveMinor field.too-small',
      'waitingMails field.not-an-option',
    ]);
    expect((await ours.admin.ok('GET /companies/{companyId}', { companyId: ours.id })).name).toBe('Ours Company');
  });

  test('are not changed with an old version: two admins do not overwrite each other', async () => {
    const founder = await app.person();
    const { id: companyId, version } = await found(founder);
    const change = (name: string, seen: number) =>
      founder.call('PATCH /companies/{companyId}', { companyId, version: seen, name });
    const replies = await Promise.all([change('One', version), change('Other', version)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refusal = replies.find(({ status }) => status === 409);
    expect(refusal?.problem).toMatchObject({ code: 'company.changed-since-seen', version: version + 1 });
    expect((await change('Again', version + 1)).body).toMatchObject({ name: 'Again', version: version + 2 });
    const without = await founder.send('PATCH', `/api/v1/companies/${companyId}`, { name: 'Unseen' });
    expect(without.problem?.errors).toMatchObject([{ path: 'version', code: 'field.required' }]);
  });

  test('wait for a concurrent change, and are validated against its result', async () => {
    const founder = await app.person();
    const { id: companyId, version } = await found(founder);
    const change = () => founder.codeOf('PATCH /companies/{companyId}', { companyId, version, name: 'Late' });
    const faster = [
      'update companies set name = $2, version = version + 1 where id = $1',
      [companyId, 'First'],
    ] as const;
    expect(await withOpenTransaction(app, [faster], change)).toBe('company.changed-since-seen');
    expect((await founder.ok('GET /companies/{companyId}', { companyId })).name).toBe('First');
  });

  test('are visible to every role and changed by company admins only (A07)', async () => {
    const { version } = await ours.admin.ok('GET /companies/{companyId}', { companyId: ours.id });
    const input = { companyId: ours.id };
    for (const actor of [ours.manager, ours.approver, ours.reviewer, ours.worker]) {
      expect(await actor.codeOf('GET /companies/{companyId}', input)).toBe('allowed');
      expect(await actor.codeOf('PATCH /companies/{companyId}', { ...input, version, requireNotes: true })).toBe(
        'role.not-allowed',
      );
    }
    expect(await ours.admin.codeOf('PATCH /companies/{companyId}', { ...input, version, requireNotes: false })).toBe(
      'allowed',
    );
  });

  test('of another company answer like those of a company that does not exist (A45)', async () => {
    const withoutId = (text: string) => text.replace(/"requestId":"[^"]*"/, '');
    const foreign = await ours.admin.call('GET /companies/{companyId}', { companyId: theirs.id });
    const unknown = await ours.admin.call('GET /companies/{companyId}', { companyId: crypto.randomUUID() });
    expect(foreign.status).toBe(404);
    expect(withoutId(foreign.text)).toBe(withoutId(unknown.text));
    const write = await ours.admin.call('PATCH /companies/{companyId}', {
      companyId: theirs.id,
      version: 1,
      name: 'Taken',
    });
    expect(write.problem?.code).toBe('company.missing');
    expect((await theirs.admin.ok('GET /companies/{companyId}', { companyId: theirs.id })).name).toBe('Theirs Company');
  });
});

describe('Seats', () => {
  test('become active immediately and make the company Premium', async () => {
    const founder = await app.person();
    const { id: companyId } = await found(founder);
    expect(await founder.codeOf('GET /companies/{companyId}/members', { companyId })).toBe('plan.premium-required');
    expect(await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 5 })).toEqual({
      use: {
        seats: 5,
        members: 1,
        pendingInvites: 0,
        invitesToday: { most: 100_000, left: 100_000 },
        provider: 'built-in',
        isCustomer: false,
        subscription: null,
      },
      checkoutUrl: null,
    });
    expect(await founder.codeOf('GET /companies/{companyId}/members', { companyId })).toBe('allowed');
    const session = await founder.ok('GET /session', {});
    expect(session.user?.customClaims.planType).toBe('Premium');
  });

  test('can return to the Free plan, which keeps all data', async () => {
    const founder = await app.person();
    const { id: companyId } = await found(founder);
    await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 2 });
    const { id: projectId } = await founder.ok('POST /companies/{companyId}/projects', { companyId, name: 'Kept' });
    await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 1 });
    expect(await founder.codeOf('GET /companies/{companyId}/members', { companyId })).toBe('plan.premium-required');
    expect(await founder.ok('GET /companies/{companyId}/projects/{projectId}', { companyId, projectId })).toMatchObject(
      {
        name: 'Kept',
      },
    );
  });

  test('cannot be fewer than the seats in use', async () => {
    const { members } = await ours.admin.ok('GET /companies/{companyId}/seats', { companyId: ours.id });
    const reply = await ours.admin.call('PUT /companies/{companyId}/seats', { companyId: ours.id, seats: members - 1 });
    expect(reply.status).toBe(409);
    expect(reply.problem?.errors).toMatchObject([{ path: 'seats', code: 'seats.below-use' }]);
    expect(reply.problem?.detail).toContain(String(members));
  });

  test('are never fewer than the seats in use, also when a seat is taken concurrently (A22)', async () => {
    const founder = await app.person();
    const { id: companyId } = await found(founder);
    for (let round = 0; round < 8; round++) {
      await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 3 + round });
      await Promise.all([
        founder.call('PUT /companies/{companyId}/seats', { companyId, seats: 1 + round }),
        founder.call('POST /companies/{companyId}/invites', { companyId, email: freshEmail(), role: 'worker' }),
      ]);
      const use = await founder.ok('GET /companies/{companyId}/seats', { companyId });
      expect(use.members + use.pendingInvites).toBeLessThanOrEqual(use.seats);
      if (use.pendingInvites <= round) {
        await founder.ok('PUT /companies/{companyId}/seats', { companyId, seats: 3 + round });
        await founder.ok('POST /companies/{companyId}/invites', { companyId, email: freshEmail(), role: 'worker' });
      }
    }
  });

  test('are a whole number within the limit (A22)', async () => {
    for (const seats of [0, -1, 2.5, 100_001, 1e300]) {
      const reply = await ours.admin.call('PUT /companies/{companyId}/seats', { companyId: ours.id, seats });
      expect(reply.status).toBe(422);
    }
    expect(await ours.admin.codeOf('PUT /companies/{companyId}/seats', { companyId: ours.id, seats: 12 })).toBe(
      'allowed',
    );
  });

  test('are visible to and changed by company admins only (A07)', async () => {
    for (const actor of [ours.manager, ours.approver, ours.reviewer, ours.worker]) {
      expect(await actor.codeOf('GET /companies/{companyId}/seats', { companyId: ours.id })).toBe('role.not-allowed');
      expect(await actor.codeOf('PUT /companies/{companyId}/seats', { companyId: ours.id, seats: 40 })).toBe(
        'role.not-allowed',
      );
    }
    expect((await ours.admin.ok('GET /companies/{companyId}/seats', { companyId: ours.id })).seats).toBe(12);
  });
});
