// Mails about stand-ins: both people are notified of the arrangement and its end, and the stand-in of pending worklogs.

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/calendar.ts';
import type { Actor } from '../support/app.ts';
import { foundTestCompany, hire, setPolicies, type TestCompany } from '../support/company.ts';
import { type NoticesFixture, openNoticesFixture, withoutWordJoiners, zoneAt } from '../support/notices.ts';

const zone = zoneAt(12);
const today = dayOf(new Date(), zone);

let fixture: NoticesFixture;
let acme: TestCompany;
/** Manages no project: may decide only as a stand-in. */
let deputy: Actor;

beforeAll(async () => {
  fixture = await openNoticesFixture();
  acme = await foundTestCompany(fixture.test, { canary: 'Acme', timeZone: zone });
  deputy = await hire(fixture.test, acme.admin, acme.id, 'manager', 'Desi Deputy');
  await fixture.startJobs();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.test.superuser.query('delete from stand_ins');
  subjects(acme.approver, deputy);
});

const subjects = (...actors: readonly Actor[]) =>
  actors.map((actor) => fixture.newMails(actor).map(({ subject }) => subject));

async function nameDeputy(fromDay: string, toDay: string): Promise<string> {
  const days = { companyId: acme.id, userId: deputy.userId, fromDay, toDay };
  const { id } = await acme.approver.ok('POST /companies/{companyId}/stand-ins', days);
  await fixture.settle();
  return id;
}

const takeBack = async (standInId: string) => {
  await acme.approver.ok('DELETE /companies/{companyId}/stand-ins/{standInId}', { companyId: acme.id, standInId });
  await fixture.settle();
};

/** Arranges a stand-in for today, then moves it into the past by that many days. */
const letPass = (id: string, days: number) =>
  fixture.test.superuser.query(
    'update stand_ins set from_day = from_day - $2::int, to_day = to_day - $2::int where id = $1',
    [id, days],
  );

test('both are notified when it is created and when it is revoked', async () => {
  const id = await nameDeputy(addDays(today, 10), addDays(today, 14));
  const [named] = fixture.newMails(acme.approver);
  expect(named?.subject).toBe('Desi Deputy stands in for you');
  expect(named?.text).toContain('to=%2Faccount-settings\n');
  expect(subjects(deputy)).toEqual([['Acme Approver asks you to stand in for them']]);
  await takeBack(id);
  expect(subjects(deputy, acme.approver)).toEqual([
    ['You no longer stand in for Acme Approver'],
    ['Desi Deputy no longer stands in for you'],
  ]);
});

test('both are notified on the morning after its last day, once, and not after it was revoked', async () => {
  const over = await nameDeputy(today, today);
  const back = await nameDeputy(addDays(today, 1), addDays(today, 1));
  await takeBack(back);
  subjects(deputy, acme.approver);
  await fixture.passNights();
  expect(subjects(deputy, acme.approver)).toEqual([[], []]);
  await letPass(over, 1);
  await letPass(back, 2);
  await fixture.passNights();
  expect(subjects(deputy, acme.approver)).toEqual([
    ['You no longer stand in for Acme Approver'],
    ['Desi Deputy no longer stands in for you'],
  ]);
  await letPass(over, 1);
  await fixture.passNights();
  expect(subjects(deputy, acme.approver)).toEqual([[], []]);
});

test('a server that was down for days sends the notice after its start', async () => {
  const id = await nameDeputy(today, today);
  subjects(deputy, acme.approver);
  await letPass(id, 3);
  await fixture.passNights(4);
  expect(subjects(deputy)).toEqual([['You no longer stand in for Acme Approver']]);
});

test('the stand-in is notified of pending worklogs as the approver is, while it is active', async () => {
  const policy = async (waitingMails: 'at-once' | 'daily') => {
    const { version } = await acme.admin.ok('GET /companies/{companyId}', { companyId: acme.id });
    await acme.admin.ok('PATCH /companies/{companyId}', { companyId: acme.id, version, waitingMails });
  };
  let day = 0;
  const log = (actor = acme.worker) => {
    day += 1;
    return actor.ok('POST /companies/{companyId}/worklogs', {
      companyId: acme.id,
      taskId: acme.otherProject.timedTaskId,
      start: `2026-01-0${day}T09:00`,
      end: `2026-01-0${day}T10:00`,
    });
  };
  await policy('at-once');
  await log();
  await fixture.passMinutes(10);
  expect(subjects(deputy, acme.approver)).toEqual([[], ['1 worklog is waiting for your decision']]);
  const id = await nameDeputy(today, today);
  subjects(deputy, acme.approver);
  // Nobody decides the approver's own worklog in their place.
  await setPolicies(acme.admin, acme.id, { loggers: 'everyone' });
  await log(acme.approver);
  await log();
  await fixture.passMinutes(10);
  const [mail] = fixture.newMails(deputy);
  expect(mail?.subject).toBe('2 worklogs are waiting for your decision');
  expect(withoutWordJoiners(mail?.text)).toContain('- Acme Worker, Acme Other project · 2 h, 2 worklogs');
  await policy('daily');
  await fixture.passNights();
  expect(subjects(deputy)).toEqual([['2 worklogs are waiting for your decision']]);
  await takeBack(id);
  subjects(deputy, acme.approver);
  await log();
  await fixture.passNights();
  expect(subjects(deputy, acme.approver)).toEqual([[], ['3 worklogs are waiting for your decision']]);
});
