// A worker is notified of worklogs that were rejected, reopened or entered for them: related ones in one mail, with the state at the time of sending.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, submitDay, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners } from '../support/notices.ts';

let fixture: NoticesFixture;
let acme: TestCompany;
let second: Actor;
let gone: Actor;
let promoted: Actor;

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { canary: 'Acme' });
  second = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Second Worker');
  gone = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Gone Worker');
  promoted = await hire(fixture.test, acme.admin, acme.id, 'worker', 'Promoted Worker');
  await fixture.startJobs();
});
afterAll(() => fixture.close());

let nextDay = 0;
/** A worklog of eight hours on a separate day. */
async function log(actor = acme.worker, notes = '') {
  nextDay += 1;
  const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
  return submitDay(acme, actor, day, '09:00', '17:00', notes);
}

type Seen = { id: string; version: number };
const decide = async (
  decision: 'approve' | 'reject' | 'reopen',
  worklogs: Seen[],
  notes = 'Please name the bay.',
  by = acme.approver,
) => {
  const seen = worklogs.map(({ id, version }) => ({ id, version }));
  const { results } = await by.ok('POST /companies/{companyId}/decisions', {
    companyId: acme.id,
    decision,
    notes,
    worklogs: seen,
  });
  return results.map(({ id, worklog }) => ({ id, version: worklog?.version ?? 0 }));
};

describe('one mail for decisions made together', () => {
  test('bulk decisions send one mail to each worker, with every worklog, its notes and a link', async () => {
    const own = [await log(), await log(), await log()];
    const others = [await log(second)];
    await decide('reject', [...own, ...others]);
    await fixture.passMinutes(3);
    const [mail, ...more] = fixture.newMails(acme.worker);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('3 worklogs were rejected');
    const text = withoutWordJoiners(mail?.text);
    expect(text).toContain('Rejected by Acme Approver\n“Please name the bay.”');
    for (const { id, day } of own) {
      const at = new URLSearchParams({ mode: 'open', company: acme.id, to: `/worklogs?worklog=${id}` });
      expect(text).toContain(`/link-actions?${at}`);
      expect(text).toContain(`${Number(day.slice(8))} Jan, 09:00–17:00, Acme Project – Acme Work, 8 h`);
    }
    expect(text).not.toContain(others[0]?.id);
    expect(fixture.newMails(second).map(({ subject }) => subject)).toEqual(['1 worklog was rejected']);
  });

  test('is sent after three minutes without decisions, and at most fifteen after the first', async () => {
    await decide('reject', [await log()]);
    await fixture.passMinutes(2);
    expect(fixture.newMails(acme.worker)).toEqual([]);
    for (let count = 0; count < 6; count += 1) {
      await decide('reject', [await log()]);
      await fixture.passMinutes(2);
    }
    expect(fixture.newMails(acme.worker)).toEqual([]);
    await decide('reject', [await log()]);
    await fixture.passMinutes(1);
    expect(fixture.newMails(acme.worker).map(({ subject }) => subject)).toEqual(['8 worklogs were rejected']);
  });

  test('approvals send no mail, reopening does, and different notes are separate', async () => {
    const [approved] = await decide('approve', [await log()], '');
    await fixture.passMinutes(20);
    await fixture.test.superuser.query(
      `update worklog_events set at = now() - interval '1 hour' where worklog_id = $1`,
      [approved?.id],
    );
    expect(fixture.newMails(acme.worker)).toEqual([]);
    await decide('reopen', approved ? [approved] : [], 'The client asked again.');
    await decide('reject', [await log()], 'Too long.', acme.admin);
    await fixture.passMinutes(3);
    const [mail] = fixture.newMails(acme.worker);
    expect(mail?.subject).toBe('2 worklogs were rejected or reopened');
    expect(withoutWordJoiners(mail?.text)).toContain('Reopened by Acme Approver\n“The client asked again.”');
    expect(withoutWordJoiners(mail?.text)).toContain('Rejected by Acme Admin\n“Too long.”');
  });
});

describe('a worklog entered by somebody else', () => {
  const enter = async () => {
    nextDay += 1;
    const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
    const times = { start: `${day}T09:00`, end: `${day}T17:00` };
    const crew = { companyId: acme.id, taskId: acme.project.timedTaskId, workerIds: [acme.worker.userId] };
    const { results } = await acme.manager.ok('POST /companies/{companyId}/worklogs-for-others', { ...crew, ...times });
    return results.flatMap(({ worklog }) => worklog ?? []);
  };
  beforeAll(() => setPolicies(acme.admin, acme.id, { logForOthers: true }));
  afterAll(() => setPolicies(acme.admin, acme.id, { logForOthers: false }));

  test('notifies its worker of who entered it, also after its approval, and nobody who entered it', async () => {
    const [entered, approved] = [await enter(), await enter()];
    await decide('approve', approved, '');
    await fixture.passMinutes(3);
    const [mail, ...more] = fixture.newMails(acme.worker);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 worklogs were entered for you');
    expect(withoutWordJoiners(mail?.text)).toContain('Entered by Acme Manager');
    for (const { id } of [...entered, ...approved]) expect(mail?.text).toContain(id);
    expect(fixture.newMails(acme.manager).map(({ subject }) => subject)).toEqual([]);
  });

  test('has the address of a single worklog once', async () => {
    const [entered] = await enter();
    await fixture.passMinutes(3);
    const [mail] = fixture.newMails(acme.worker);
    expect(mail?.subject).toBe('1 worklog was entered for you');
    expect(mail?.text?.split(`${entered?.id}`)).toHaveLength(2);
  });

  test('says both where others were decided, and leaves out what the worker has withdrawn', async () => {
    const [kept, withdrawn] = [await enter(), await enter()];
    for (const { id, version } of withdrawn)
      await acme.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
        companyId: acme.id,
        worklogId: id,
        version,
      });
    await decide('reject', [await log()]);
    await fixture.passMinutes(3);
    const [mail] = fixture.newMails(acme.worker);
    expect(mail?.subject).toBe('2 worklogs of yours have news');
    expect(mail?.text).toContain(kept[0]?.id);
    expect(mail?.text).not.toContain(withdrawn[0]?.id);
  });
});

describe('a mail is up to date when it is sent', () => {
  test('a decision that is reverted at once sends no mail; one that stays does', async () => {
    const [taken, kept] = [await log(), await log()];
    const [rejected] = await decide('reject', [taken]);
    await decide('reject', [kept]);
    await decide('reopen', rejected ? [rejected] : [], 'Undone.');
    const [approved] = await decide('approve', [await log()], '');
    await decide('reopen', approved ? [approved] : [], 'Undone.');
    await fixture.passMinutes(3);
    const [mail, ...more] = fixture.newMails(acme.worker);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('1 worklog was rejected');
    expect(mail?.text).toContain(kept.id);
    expect(mail?.text).not.toContain(taken.id);
  });

  test('a worklog that was amended or withdrawn since is left out', async () => {
    const [amended, withdrawn, kept] = [await log(), await log(), await log()];
    const decided = await decide('reject', [amended, withdrawn, kept]);
    const versionOf = (id: string) => decided.find((one) => one.id === id)?.version ?? 0;
    const { day } = amended;
    const times = { start: `${day}T10:00`, end: `${day}T17:00`, taskId: acme.project.timedTaskId };
    const at = { companyId: acme.id, worklogId: amended.id, version: versionOf(amended.id) };
    await acme.worker.ok('PATCH /companies/{companyId}/worklogs/{worklogId}', { ...at, ...times });
    await acme.worker.ok('DELETE /companies/{companyId}/worklogs/{worklogId}', {
      companyId: acme.id,
      worklogId: withdrawn.id,
      version: versionOf(withdrawn.id),
    });
    await fixture.passMinutes(3);
    const [mail] = fixture.newMails(acme.worker);
    expect(mail?.subject).toBe('1 worklog was rejected');
    expect(mail?.text).toContain(kept.id);
  });

  test('a worker who lost the access or the role since is not notified, the others are (A16)', async () => {
    await decide('reject', [await log(gone), await log(promoted), await log(second)]);
    const patch = (actor: Actor, change: { isActive: false } | { role: 'reviewer' }) =>
      acme.admin.ok('PATCH /companies/{companyId}/members/{userId}', {
        companyId: acme.id,
        userId: actor.userId,
        ...change,
      });
    await patch(gone, { isActive: false });
    await patch(promoted, { role: 'reviewer' });
    await fixture.passMinutes(3);
    expect(fixture.newMails(gone)).toEqual([]);
    expect(fixture.newMails(promoted)).toEqual([]);
    expect(fixture.newMails(second)).toHaveLength(1);
  });
});

describe('a mail', () => {
  test('is in the recipient’s language, with its plurals and dates', async () => {
    await second.ok('PATCH /settings', { locale: 'id' });
    const [one, two] = [await log(second), await log(second)];
    await decide('reject', [one, two]);
    await fixture.passMinutes(3);
    const [mail] = fixture.newMails(second);
    expect(mail?.subject).toBe('2 catatan kerja ditolak');
    expect(mail?.html).toContain('<html lang="id"');
    expect(withoutWordJoiners(mail?.text)).toContain('Ditolak oleh Acme Approver');
    expect(withoutWordJoiners(mail?.text)).toContain('8 j');
    expect(mail?.text).not.toMatch(/undefined|null|\{\w+\}/);
    await second.ok('PATCH /settings', { locale: 'en' });
  });

  test('quotes notes of others on one line, as text without links', async () => {
    await decide(
      'reject',
      [await log()],
      'See https://evil.example/x\nhttps://evil.example/y <img src=x onerror=alert(1)>',
    );
    await fixture.passMinutes(3);
    const [mail] = fixture.newMails(acme.worker);
    expect(mail?.text).not.toMatch(/https:\/\/evil|evil\.example/);
    expect(withoutWordJoiners(mail?.text)).toContain(
      '“See https://evil.example/x https://evil.example/y <img src=x onerror=alert(1)>”',
    );
    expect(mail?.html).not.toMatch(/<img/);
  });

  test('shows the company’s times, and names the zone where the entry used another one', async () => {
    nextDay += 1;
    const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
    const entry = { companyId: acme.id, taskId: acme.project.timedTaskId, zone: 'Asia/Tokyo' };
    const worklog = await acme.worker.ok('POST /companies/{companyId}/worklogs', {
      ...entry,
      start: `${day}T11:00`,
      end: `${day}T12:30`,
    });
    await decide('reject', [worklog]);
    await fixture.passMinutes(3);
    expect(withoutWordJoiners(fixture.newMails(acme.worker)[0]?.text)).toContain('09:00–10:30 GMT+7, Acme Project');
  });

  test('says of a worklog without times that it has none, and how long it is', async () => {
    await setPolicies(acme.admin, acme.id, { times: 'optional' });
    nextDay += 1;
    const day = new Date(Date.UTC(2026, 0, nextDay)).toISOString().slice(0, 10);
    const entry = { companyId: acme.id, taskId: acme.project.timedTaskId, day, minutes: 450 };
    await decide('reject', [await acme.worker.ok('POST /companies/{companyId}/worklogs', entry)]);
    await fixture.passMinutes(3);
    const text = withoutWordJoiners(fixture.newMails(acme.worker)[0]?.text);
    expect(text).toContain(', no times, Acme Project');
    expect(text).toContain('7 h 30 m');
  });
});
