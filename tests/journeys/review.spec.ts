// Forty worklogs decided with the keyboard while others work on the same ones, and forty decided at once.

import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';
import { expectFigures } from './support/figures.ts';
import { type BrowserUser, test } from './support/journey.ts';
import { listRows } from './support/list-rows.ts';
import { call, expectFocus, hirePerson, logHours, type Site, site, switchLetters } from './support/staging.ts';

const count = 40;
type Newcomer = (name: string) => Promise<BrowserUser>;
type Stage = Site & { approver: BrowserUser; other: BrowserUser; ids: string[] };
const foundWorklog = z.object({
  worklog: z.object({ id: z.string(), version: z.number(), status: z.string(), startsAt: z.string() }),
  history: z.array(
    z.object({ move: z.string(), notes: z.string().nullable(), version: z.number(), actorName: z.string() }),
  ),
});
type Found = z.output<typeof foundWorklog>;

/** The nth worklog of the day, half an hour after the previous one. */
const clock = (n: number): string => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`;

async function fortyWaiting(newcomer: Newcomer, name: string): Promise<Stage> {
  const stage = await site(newcomer, name, 4);
  const { founder, worker, companyId, taskId } = stage;
  const [approver, other] = [await newcomer('Anton Approver'), await newcomer('Olga Other')];
  for (const person of [approver, other]) await hirePerson(founder, companyId, person, 'timesheet approver');
  const ids: string[] = [];
  for (let from = 0; from < count; from += 8) {
    const few = Array.from({ length: 8 }, (_, index) => from + index);
    ids.push(
      ...(await Promise.all(few.map((n) => logHours(worker, companyId, { taskId, from: clock(n), to: clock(n + 1) })))),
    );
  }
  return { ...stage, approver, other, ids };
}

const shorten = async ({ worker, companyId, taskId, ids }: Stage, n: number): Promise<void> => {
  const { worklog } = await found(worker.page, companyId, ids[n] ?? '');
  const day = new Date(worklog.startsAt).toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });
  const [start, end] = [`${day}T${clock(n)}`, `${day}T${clock(n).slice(0, 3)}${n % 2 === 0 ? '20' : '50'}`];
  const typed = { version: worklog.version, taskId, start, end };
  await call(worker.page, 'PATCH', `/companies/${companyId}/worklogs/${worklog.id}`, typed);
};

async function found(page: Page, companyId: string, id: string): Promise<Found> {
  const response = await page.request.get(`/api/v1/companies/${companyId}/worklogs/${id}`);
  return foundWorklog.parse(await response.json());
}

const decide = async ({ page }: BrowserUser, { companyId, ids }: Stage, decision: string, places: number[]) => {
  const worklogs = places.map((n) => ({ id: ids[n], version: 1 }));
  await call(page, 'POST', `/companies/${companyId}/decisions`, { decision, notes: 'By the other.', worklogs });
};

test('an approver decides forty worklogs by keyboard during concurrent decisions and amendments', async ({
  newcomer,
}) => {
  const stage = await fortyWaiting(newcomer, 'Forty Stones');
  const { approver, other, companyId, ids } = stage;
  const { page } = approver;
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    presses += keys.length;
  };
  const at = async (n: number) => {
    await expect(page.getByText(new RegExp(`^${n} of ${count}\\b`))).toBeVisible();
    await expect(
      inFront(page)
        .getByText(new RegExp(`${clock(n - 1)}–`))
        .first(),
    ).toBeVisible();
    await expectFocus(page, `at ${n} of ${count}`);
  };
  await page.goto('/approvals');
  await page.getByRole('button', { name: 'Begin review' }).click();

  await test.step('approves, undoes the last one by a key, rejects with a note, skips', async () => {
    await at(1);
    await press('a');
    await at(2);
    await press('a');
    await at(3);
    await expect(page.getByText('1 worklog approved.')).toBeVisible();
    await press('u');
    await at(2);
    await expect(page.getByText('Undone.')).toBeVisible();
    await press('a');
    await at(3);
    await press('r');
    await page.keyboard.type('Where is the plan?');
    await press('Control+Enter');
    await at(4);
    await press('s');
    await at(5);
  });

  await test.step('a concurrent change shows its differences, and is not decided before it is seen', async () => {
    await decide(other, stage, 'approve', [7]);
    await decide(other, stage, 'reject', [8]);
    await shorten(stage, 11);
    await shorten(stage, 4);
    const seen = page.getByRole('button', { name: 'I have seen the change' });
    await expect(seen).toBeVisible();
    await expect(inFront(page).getByRole('status')).toContainText(/02:30.*02:20/);
    await press('a');
    await expect(seen, 'the key focuses what must be done first').toBeFocused();
    expect((await found(page, companyId, ids[4] ?? '')).worklog.status).toBe('pending');
    await press('Enter');
    await expect(seen).toBeHidden();
    await expectFocus(page, 'after the change is seen');
    await press('ArrowLeft');
    await at(4);
    await press('s');
    await at(5);
    await press('a');
    await at(6);
  });

  await test.step('concurrent decisions of others are skipped and reported', async () => {
    await press('a');
    await at(7);
    await press('a');
    await at(10);
    await expect(page.getByText('2 skipped: decided by others meanwhile')).toBeVisible();
  });

  await test.step('a skipped worklog that was amended since shows its differences when it returns', async () => {
    await press('s');
    await at(11);
    await shorten(stage, 9);
    await press('ArrowLeft');
    await at(10);
    await expect(inFront(page).getByRole('status')).toContainText(/05:00.*04:50/);
    await press('a', 'Enter', 'a');
    await at(11);
  });

  await test.step('the remaining worklogs', async () => {
    await press('a');
    await at(12);
    await expect(inFront(page).getByText('05:30–05:50').first(), 'as it is now').toBeVisible();
    for (let n = 12; n < count; n += 1) {
      await press('a');
      await at(n + 1);
    }
    await press('a');
    await expect(page.getByRole('heading', { name: 'Review finished' })).toBeFocused();
    await expectFigures(page, { Approved: '36', Rejected: '1', Skipped: '1', 'Decided by others': '2' });
  });

  await test.step('nothing was lost or decided twice', async () => {
    const findAll = () => Promise.all(ids.map((id) => found(page, companyId, id)));
    const approved = (all: Awaited<ReturnType<typeof findAll>>) =>
      all.filter(({ worklog }) => worklog.status === 'approved');
    // The last decisions are sent while the summary is shown.
    await expect.poll(async () => approved(await findAll()).length).toBe(37);
    const all = await findAll();
    const statuses = all.map(({ worklog }) => worklog.status);
    expect(statuses.filter((status) => status === 'rejected')).toHaveLength(2);
    expect(statuses.indexOf('pending'), 'the skipped one').toBe(3);
    const moves = all.map(({ history }) => history.filter(({ move }) => move !== 'amend').map(({ move }) => move));
    expect(moves[1]).toEqual(['submit', 'approve', 'reopen', 'approve']);
    for (const [n, itsMoves] of moves.entries()) if (n !== 1 && n !== 3) expect(itsMoves, clock(n)).toHaveLength(2);
    expect(all[2]?.history.at(-1)).toMatchObject({ notes: 'Where is the plan?', actorName: 'Anton Approver' });
    expect(presses, 'besides the note').toBeLessThan(60);
    test.info().annotations.push({ type: 'presses', description: String(presses) });
  });
});

test('forty are approved in bulk: three are refused, each with its reason, and the others are reverted', async ({
  newcomer,
}) => {
  const stage = await fortyWaiting(newcomer, 'Forty At Once');
  const { approver, other, worker, companyId, ids } = stage;
  const { page } = approver;
  // Live updates are blocked: changes by others appear only in responses.
  await page.route('**/live', (route) => route.abort());
  await page.clock.install();
  await page.goto('/approvals?size=50&sort=oldest');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
  await decide(other, stage, 'approve', [0]);
  await shorten(stage, 1);
  await call(worker.page, 'DELETE', `/companies/${companyId}/worklogs/${ids[2]}?version=1`);
  const bar = page.getByRole('region', { name: 'Selected worklogs' });
  await bar.getByRole('textbox').fill('Checked against the plan.');
  await bar.getByRole('button', { name: `Approve ${count} worklogs` }).click();
  const refused = page.getByRole('dialog', { name: '3 worklogs could not be decided' });
  await expect(refused.getByRole('listitem')).toHaveCount(3);
  await expect(refused).toContainText('The other 37 worklogs were decided.');
  await expect(refused).toContainText(/already been decided.*Approved by Olga Other/s);
  await expect(refused).toContainText(/changed since.*01:00.*00:50/s);
  await expect(refused).toContainText(/does not exist/);
  await page.clock.runFor(60_000);
  await page.keyboard.press('Escape');
  await page.keyboard.press('u');
  await expect(page.getByText('Undone.'), 'offered until the dialog was read, and by the key at once').toBeVisible();
  await expect(page.getByRole('row', { name: /Select Wati Worker/ })).toHaveCount(38);
  const { worklog, history } = await found(page, companyId, ids[20] ?? '');
  expect(worklog.status).toBe('pending');
  expect(history.map(({ move, notes }) => [move, notes])).toEqual([
    ['submit', null],
    ['approve', 'Checked against the plan.'],
    ['reopen', null],
  ]);
});

test('a decision is reverted with a reason in the list, in the details and in the review, and its worker reads it', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Three Ways Back');
  const { page } = founder;
  const ids: string[] = [];
  for (const n of [0, 1, 2, 3])
    ids.push(await logHours(worker, companyId, { taskId, from: clock(n), to: clock(n + 1) }));
  const worklogs = ids.slice(0, 2).map((id) => ({ id, version: 1 }));
  await call(page, 'POST', `/companies/${companyId}/decisions`, { decision: 'approve', worklogs });
  const giveReason = async (label: Locator, reason: string) => {
    await expect(label).toBeFocused();
    await page.keyboard.type(reason);
    await page.keyboard.press('Control+Enter');
  };
  const reopened = (n: number) =>
    expect.poll(async () => (await found(page, companyId, ids[n] ?? '')).history.at(-1)?.move).toBe('reopen');

  await test.step('in the list', async () => {
    await page.goto('/approvals?status=approved&sort=oldest');
    await page
      .getByRole('button', { name: /^Reopen/ })
      .first()
      .press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Reopen worklog' });
    await giveReason(dialog.getByRole('textbox'), 'The wall was finished by then.');
    await expect(dialog).toBeHidden();
    await expect(listRows(page), 'the next row').toBeFocused();
    await reopened(0);
  });

  await test.step('in the details', async () => {
    await page.goto(`/approvals?status=approved&worklog=${ids[1]}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Reopen' }).press('Enter');
    await giveReason(drawer.getByRole('textbox'), 'Half of it was rain.');
    await reopened(1);
  });

  await test.step('in the review, one step back', async () => {
    await page.goto('/approvals?review=1');
    const { worklog } = await found(page, companyId, ids[0] ?? '');
    expect(worklog.status).toBe('pending');
    await expect(
      inFront(page)
        .getByText(/00:00–/)
        .first(),
    ).toBeVisible();
    await switchLetters(page, 'off');
    await page.keyboard.press('a');
    await switchLetters(page, 'on');
    await page.getByRole('button', { name: /^Account of/ }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByText(/^1 of 4\b/), 'keys pressed in a menu are its own').toBeVisible();
    await page.keyboard.press('a');
    await expect(page.getByText(/^2 of 4\b/), 'only in the page, with shortcuts').toBeVisible();
    await page.keyboard.press('ArrowLeft');
    const panel = page.getByRole('region', { name: 'Decision' });
    await panel.getByRole('button', { name: 'Reopen' }).press('Enter');
    await giveReason(panel.getByRole('textbox'), 'Ask the foreman first.');
    await expect(panel.getByRole('button', { name: /Approve/ })).toBeVisible();
    await reopened(0);
    await page.keyboard.press('Escape');
    await expect(listRows(page).first()).toBeVisible();
    await expect(page.getByRole('main'), 'the page, for the review that was left').toBeFocused();
  });

  const writtenNotes = [['The wall was finished by then.', 'Ask the foreman first.'], ['Half of it was rain.']];
  for (const [n, reasons] of writtenNotes.entries()) {
    await worker.page.goto(`/worklogs?worklog=${ids[n]}`);
    const past = worker.page.getByRole('dialog').getByRole('blockquote');
    for (const reason of reasons) await expect(past.filter({ hasText: reason })).toBeVisible();
  }
});

const inFront = (page: Page): Locator => page.getByRole('main').getByRole('article');
