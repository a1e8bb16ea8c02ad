// A worklog keeps the id that its author generated: a program or a phone that lost the response repeats the request a week
// later, and creates no second worklog. Cases A11, A45 of docs/attack-cases.md.

import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, Input } from '../support/app.ts';
import { setPolicies } from '../support/company.ts';
import { type FullCompany, fingerprint, openTenantsFixture, type TenantsFixture } from '../support/principals.ts';
import { png } from '../support/receipts.ts';
import { type WorklogActions, worklogActionsOf } from '../support/worklog-actions.ts';

let fixture: TenantsFixture;
let a: FullCompany;
let worklogs: WorklogActions;
beforeAll(async () => {
  fixture = await openTenantsFixture();
  a = fixture.a;
  worklogs = worklogActionsOf(a);
});
afterAll(() => fixture.close());

type Submission = Input<'POST /companies/{companyId}/worklogs'>;

const path = 'POST /companies/{companyId}/worklogs';
const entry = (rest: Partial<Submission> = {}): Submission => worklogs.entryOn(worklogs.freshDay(), rest);
const send = (submission: Submission, actor: Actor = a.worker) => actor.call(path, submission);
const rowsOf = async (id: string): Promise<number> =>
  (await fixture.test.superuser.query('select from worklogs where id = $1', [id])).rowCount ?? 0;

/** Everything is as before the act. */
async function expectUntouched(act: () => Promise<unknown>): Promise<void> {
  const before = await fingerprint(fixture.test);
  await act();
  expect(await fingerprint(fixture.test)).toBe(before);
}

describe('the same change again', () => {
  const amend = (change: Input<'PATCH /companies/{companyId}/worklogs/{worklogId}'>, actor: Actor = a.worker) =>
    actor.call('PATCH /companies/{companyId}/worklogs/{worklogId}', change);
  const changeOf = ({ id = '', ...submission }: Submission, notes: string) => ({
    ...submission,
    worklogId: id,
    version: 1,
    zone: 'Asia/Jakarta',
    tags: ['night'],
    receiptIds: [],
    notes,
  });

  test('it is answered with the worklog as it is now, also after it was decided, and changes nothing', async () => {
    const submission = entry({ id: v7() });
    await send(submission);
    const change = changeOf(submission, 'Longer.');
    const first = await amend(change);
    expect([first.status, first.body.version]).toEqual([200, 2]);
    await expectUntouched(async () => {
      const again = await amend(change);
      expect([again.status, again.body]).toEqual([200, first.body]);
    });
    await worklogs.decide(a.approver, 'approve', { id: submission.id ?? '', version: 2 });
    const decided = await amend(change);
    expect([decided.status, decided.body.status, decided.body.version]).toEqual([200, 'approved', 3]);
  });

  test('another change of that version is refused, and so is the same one after it was never made', async () => {
    const submission = entry({ id: v7() });
    await send(submission);
    await amend(changeOf(submission, 'From the first phone.'));
    const other = await amend(changeOf(submission, 'From the second phone.'));
    expect(other.problem?.code).toBe('worklog.changed-since-seen');
    const rest = { ...changeOf(submission, 'From the first phone.'), tags: [] };
    expect((await amend(rest)).problem?.code).toBe('worklog.changed-since-seen');
  });
});

describe('the same worklog again', () => {
  test('it has the id of its author, and is answered again without a key, also with the amount spelled otherwise', async () => {
    const submission = entry({ id: v7(), amount: '1500', zone: 'Asia/Jakarta', notes: 'Quay wall' });
    const first = await send(submission);
    expect([first.status, first.body.id]).toEqual([200, submission.id]);
    await expectUntouched(async () => {
      const again = await send({ ...submission, amount: '1500.00', id: submission.id?.toUpperCase() });
      expect([again.status, again.body]).toEqual([200, first.body]);
    });
  });

  test('an expense with its receipt, and a worklog without times', async () => {
    const { body: receipt } = await a.worker.upload(a.id, png(), 'taxi.png');
    const expense = { companyId: a.id, id: v7(), taskId: a.project.expenseTaskId, day: '2026-01-05', amount: '20000' };
    const first = await send({ ...expense, receiptIds: [receipt.id] });
    expect([first.status, first.body.receipts]).toEqual([200, 1]);
    expect((await send({ ...expense, receiptIds: [receipt.id] })).body).toEqual(first.body);
    expect((await send(expense)).problem?.code, 'without the receipt it is another one').toBe('worklog.id-taken');
    await setPolicies(a.admin, a.id, { times: 'optional' });
    const length = { companyId: a.id, id: v7(), taskId: a.project.timedTaskId, day: '2026-01-06', minutes: 90 };
    const sent = await send(length);
    expect([sent.status, sent.body.minutes]).toEqual([200, 90]);
    expect((await send(length)).body).toEqual(sent.body);
    expect((await send({ ...length, minutes: 60 })).problem?.code).toBe('worklog.id-taken');
  });

  test('whether it is billable belongs to it; who does not say so repeats what the task said then', async () => {
    const submission = entry({ id: v7(), isBillable: false });
    expect((await send(submission)).body.isBillable).toBe(false);
    expect((await send(submission)).status).toBe(200);
    expect((await send({ ...submission, isBillable: true })).problem?.code).toBe('worklog.id-taken');
    const unsaid = entry({ id: v7() });
    expect((await send(unsaid)).body.isBillable).toBe(true);
    expect((await send(unsaid)).status).toBe(200);
    expect((await send({ ...unsaid, isBillable: false })).problem?.code).toBe('worklog.id-taken');
  });

  test('20 at once create one, in each of 5 rounds', async () => {
    for (let round = 0; round < 5; round++) {
      const submission = entry({ id: v7() });
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(submission)));
      expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
      expect(answers[0]?.status).toBe(200);
      expect(await rowsOf(submission.id ?? '')).toBe(1);
    }
  });

  test('after it was changed or decided the response is what it is now', async () => {
    const submission = entry({ id: v7(), notes: 'First' });
    const { body } = await send(submission);
    await a.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', {
      companyId: a.id,
      worklogId: body.id,
      version: 1,
      notes: 'Second',
    });
    expect((await send(submission)).body).toMatchObject({ notes: 'Second', version: 2 });
    await worklogs.decide(a.approver, 'approve', { id: body.id, version: 2 });
    expect((await send(submission)).body).toMatchObject({ status: 'approved', version: 3 });
  });

  test('also when it would be refused by now', async () => {
    const submission = worklogs.entryOn('2025-03-03', { id: v7() });
    const first = await send(submission);
    await setPolicies(a.admin, a.id, { lockedUntil: '2025-12-31', requireNotes: true });
    expect((await send({ ...submission, id: v7() })).status, 'a new one is').not.toBe(200);
    expect((await send(submission)).body).toMatchObject({ id: first.body.id, version: 1 });
    await setPolicies(a.admin, a.id, { lockedUntil: null, requireNotes: false });
  });

  test('a withdrawn one does not exist any more, and is not created again', async () => {
    const submission = entry({ id: v7() });
    const { body } = await send(submission);
    const seen = { companyId: a.id, worklogId: body.id, version: 1 };
    await a.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', seen);
    await expectUntouched(async () => expect((await send(submission)).problem?.code).toBe('worklog.missing'));
  });
});

describe('an id that is in use', () => {
  const others: [string, Partial<Submission>][] = [
    ['notes', { notes: 'Other' }],
    ['times', { end: '2026-06-01T17:30' }],
    ['amount', { amount: '3' }],
    ['zone', { zone: 'Asia/Singapore' }],
  ];
  test.each(others)('by an own worklog with other %s is refused', async (_, other) => {
    const submission = worklogs.entryOn('2026-06-01', { id: v7(), zone: 'Asia/Jakarta' });
    const { body } = await send(submission);
    await expectUntouched(async () => {
      const { status, problem } = await send({ ...submission, ...other });
      expect([status, problem?.code]).toEqual([409, 'worklog.id-taken']);
    });
    await a.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: a.id,
      worklogId: body.id,
      version: 1,
    });
  });

  test('by a colleague is refused in the same words, whatever its state, and touches nothing', async () => {
    const submission = entry({ id: v7() });
    const { body } = await send(submission);
    const own = entry({ id: v7() });
    await send(own, a.colleague);
    const refusalOfOwn = await send({ ...own, notes: 'Other' }, a.colleague);
    const seen = { companyId: a.id, worklogId: body.id, version: 1 };
    const compare = () =>
      expectUntouched(async () => {
        const refused = await send(submission, a.colleague);
        expect(refused.status).toBe(409);
        expect({ ...refused.problem, requestId: '' }).toEqual({ ...refusalOfOwn.problem, requestId: '' });
      });
    await compare();
    await a.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', seen);
    await compare();
  });

  test('of two people at once, one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const submission = entry({ id: v7() });
      const answers = await Promise.all([a.worker, a.colleague].map((actor) => send(submission, actor)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await rowsOf(submission.id ?? '')).toBe(1);
    }
  });

  test('by another company is free in this one: neither reveals or touches the other', async () => {
    const submission = entry({ id: v7() });
    const { body } = await send(submission);
    const { b } = fixture;
    const theirs = await send({ ...submission, companyId: b.id, taskId: b.project.timedTaskId }, b.worker);
    expect([theirs.status, theirs.body.id, theirs.body.workerId]).toEqual([200, body.id, b.worker.userId]);
    expect((await worklogs.read(body.id)).worklog.workerId).toBe(a.worker.userId);
    expect(await rowsOf(body.id)).toBe(2);
  });

  test('an id of another version, or none at all, is refused as a field', async () => {
    for (const id of ['00000000-0000-0000-0000-000000000000', '6f0c1a52-7c1f-4a6e-9d27-3a1f0c8a4b11', 'seven'])
      expect((await send(entry({ id }))).problem?.errors).toMatchObject([{ path: 'id', code: 'field.invalid' }]);
  });
});

test('a request that is meant for one person does nothing in the session of another', async () => {
  const submission = entry({ id: v7() });
  const meantFor = (person: Actor) => ({ 'daybook-person': person.userId });
  await expectUntouched(async () => {
    const { status, problem } = await a.colleague.call(path, submission, meantFor(a.worker));
    expect([status, problem?.code]).toEqual([401, 'session.missing']);
    const receipt = await a.colleague.upload(a.id, png(), 'taxi.png', meantFor(a.worker));
    expect([receipt.status, receipt.problem?.code]).toEqual([401, 'session.missing']);
  });
  expect((await a.worker.call(path, submission, meantFor(a.worker))).status).toBe(200);
});
