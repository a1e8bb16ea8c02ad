// Quick ways to log: one line by keyboard from any screen, favourites, and copying a day to other days.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, openProject, site } from './support/staging.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Quick entry' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const chips = (page: Page) => dialog(page).getByRole('list', { name: 'Understood as' });

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Jakarta' });

/** Presses keys and counts them. */
function counting(page: Page) {
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const type = async (text: string) => {
    for (const key of text) await press(key === ' ' ? 'Space' : key);
  };
  return { press, type, presses: () => presses };
}

test('a worklog is logged from the dashboard with a dozen keys, and undone with one', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Quick Hands');
  await openProject(founder, companyId, 'Harbour', 'Dredging');
  const { page } = worker;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const keys = counting(page);
  await keys.press('q');
  await expect(field(page)).toBeFocused();
  await keys.type('0-1 mas');
  await expect(chips(page)).toContainText('Masonry');
  await expect(chips(page)).toContainText('00:00–01:00');
  await keys.press('Enter');
  await expect(dialog(page)).toBeHidden();
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message).toContainText(/Submitted: .*00:00–01:00, Masonry/);
  expect(keys.presses(), 'twenty presses are four seconds').toBeLessThanOrEqual(20);
  const list = `/companies/${companyId}/worklogs?from=${today()}&to=${today()}`;
  expect(await call(page, 'GET', list)).toMatchObject({ worklogs: [{ taskName: 'Masonry', minutes: 60 }] });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(message).toContainText('Worklog withdrawn.');
  expect(await call(page, 'GET', list)).toMatchObject({ worklogs: [] });
});

test('an ambiguous value is asked for, a conflict is shown in place, and the form takes over all values', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Second Look');
  await openProject(founder, companyId, 'Harbour', 'Masonry repair');
  const path = `/companies/${companyId}/worklogs`;
  await call(worker.page, 'POST', path, { taskId, start: `${today()}T00:00`, end: `${today()}T00:30` });
  const { page } = worker;
  await page.goto('/reports');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.keyboard.press('q');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('9-5 yesterday mason');
  await expect(dialog(page).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toContainText('Masonry repair');
  await page.keyboard.press('Enter');
  const which = dialog(page).getByRole('button', { name: '09:00–17:00' });
  await expect(which, 'the question has the focus').toBeFocused();
  await expectAccessible(page, 'quick entry with a question');
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('09:00-17:00 yesterday mason');
  await field(page).fill('00:15-00:45 today masonry // "north" side');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('alert')).toContainText('This worklog conflicts with another worklog.');
  await expect(dialog(page).getByRole('alert').getByRole('link')).toContainText('Masonry, Quay wall');
  await dialog(page).getByRole('button', { name: 'Open in the form' }).click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByLabel('Start time')).toHaveValue('00:15');
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('"north" side');
  await expect(form.getByRole('combobox', { name: 'Task' })).toHaveValue('Masonry · Quay wall');
});

test('a favourite task comes first, the finder accepts a line, and input is kept after Escape', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Bright Stars');
  await openProject(founder, companyId, 'Harbour', 'Dredging');
  const { page } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/worklogs');
  await page.getByRole('button', { name: 'Quick entry' }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('quay');
  const star = chips(page).getByRole('button', { name: 'Favourite: Masonry' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, 'quick entry at 360 px');
  const next = await dialog(page).getByRole('button', { name: 'Submit and next' }).boundingBox();
  expect((next?.y ?? 740) + (next?.height ?? 0), 'above the keyboard of a phone').toBeLessThan(440);
  await field(page).press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Quick entry' }).click();
  await expect(field(page), 'nothing typed is lost').toHaveValue('quay');
  await field(page).fill('');
  await expect(dialog(page).getByRole('group', { name: 'Favourites' })).toContainText('Masonry');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: /^Find/ }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('90m dredging');
  await page.getByRole('option', { name: 'Log “90m dredging”' }).click();
  await expect(chips(page)).toContainText('1 h 30 m');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page).getByText(/Submitted: .*Dredging/)).toBeVisible();
  await expect(field(page), 'ready for the next').toHaveValue('');

  await test.step('input before the response belongs to the next line, whatever the response is', async () => {
    let answer = () => {};
    let answers = Promise.resolve();
    const hold = () => {
      answers = new Promise<void>((resolve) => {
        answer = resolve;
      });
    };
    await page.route(`**/companies/${companyId}/worklogs`, async (route) => {
      if (route.request().method() === 'POST') await answers;
      await route.continue();
    });
    hold();
    await page.keyboard.type('01:00-02:00 yesterday dredging');
    await expect(chips(page)).toContainText('01:00–02:00');
    await page.keyboard.press('Control+Enter');
    await expect(field(page), 'the field is free at once').toHaveValue('');
    await expect(dialog(page).getByText('Saving: 01:00-02:00 yesterday dredging')).toBeVisible();
    await page.keyboard.type('02:00-03:00 yesterday mason');
    answer();
    await expect(dialog(page).getByText(/Submitted: .*01:00–02:00, Dredging/)).toBeVisible();
    await expect(field(page)).toHaveValue('02:00-03:00 yesterday mason');
    await expect(chips(page)).toContainText('02:00–03:00');
    await page.keyboard.press('Control+Enter');
    await expect(dialog(page).getByText(/Submitted: .*02:00–03:00, Masonry/)).toBeVisible();

    hold();
    await page.keyboard.type('01:00-02:00 yesterday mason');
    await expect(chips(page)).toContainText('01:00–02:00');
    await page.keyboard.press('Enter');
    await page.keyboard.type('half a li');
    answer();
    const refused = dialog(page).getByRole('alert').filter({ hasText: 'Not submitted: 01:00-02:00 yesterday mason' });
    await expect(refused).toContainText('This worklog conflicts with another worklog.');
    await page.keyboard.type('ne');
    await expect(field(page), 'the refusal does not change the text').toHaveValue('half a line');
    await refused.getByRole('button', { name: 'Edit' }).click();
    await expect(field(page)).toHaveValue('01:00-02:00 yesterday mason');
    await expect(dialog(page).getByText('Not submitted: half a line')).toBeVisible();

    hold();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    answer();
    const message = page.getByRole('region', { name: 'Messages' });
    await expect(message).toContainText('A line of quick entry was not submitted.');
    await message.getByRole('button', { name: 'Edit' }).click();
    await expect(dialog(page).getByText('Not submitted: half a line')).toBeVisible();
    await expect(refused).toBeVisible();
  });
});

test('input while a question has the focus belongs to the next line, and the ambiguous one is kept', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Typed Ahead');
  const { page } = worker;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/loggable-tasks/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('q');
  await expect(field(page)).toBeFocused();
  await test.step('Enter before the tasks have loaded submits the line once its task is certain', async () => {
    await page.keyboard.type('03:00-03:30 yesterday mason');
    await page.keyboard.press('Enter');
    release();
    const message = page.getByRole('region', { name: 'Messages' });
    await expect(message).toContainText(/Submitted: .*03:00–03:30, Masonry/);
    await expect(dialog(page)).toBeHidden();
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(message).toContainText('Worklog withdrawn.');
  });
  await page.keyboard.press('q');
  await expect(field(page)).toBeFocused();
  for (const submit of ['Control+Enter', 'Enter']) {
    await field(page).fill('4-5 yesterday mas');
    await expect(chips(page)).toContainText('Masonry');
    await page.keyboard.press(submit);
    await expect(dialog(page).getByRole('button', { name: '16:00–17:00' }), submit).toBeFocused();
    await page.keyboard.type('06:00-07:00 yesterday masonry');
    await expect(field(page), submit).toHaveValue('06:00-07:00 yesterday masonry');
    const aside = dialog(page).getByText('Not submitted: 4-5 yesterday mas');
    await expect(aside).toHaveCount(1);
    await field(page).fill('');
    await dialog(page).getByRole('button', { name: 'Edit' }).click();
    await expect(field(page)).toHaveValue('4-5 yesterday mas');
    await expect(aside).toHaveCount(0);
  }
  await field(page).fill('4-5 yesterday mas');
  await expect(chips(page)).toContainText('Masonry');
  await page.keyboard.down('Enter');
  await expect(dialog(page).getByRole('button', { name: '16:00–17:00' })).toBeFocused();
  await page.keyboard.down('Enter');
  await expect(field(page), 'a repeated key chooses nothing').toHaveValue('4-5 yesterday mas');
  await page.keyboard.up('Enter');
  expect(await call(page, 'GET', `/companies/${companyId}/worklogs`)).toMatchObject({ worklogs: [] });
});

test('what is typed at once is kept and opens nothing, however late the panel is loaded', async ({ newcomer }) => {
  const { worker, companyId } = await site(newcomer, 'Late Panel');
  const { page } = worker;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/QuickEntry\w*-[^/]*\.js/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.type('qnotes 03:00-03:30 yesterday');
  await expect(field(page)).toHaveValue('notes 03:00-03:30 yesterday');
  await expect(page.getByRole('dialog', { name: 'Add Worklog' })).toBeHidden();
  await expectAccessible(page, 'quick entry before its panel');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('q');
  await expect(field(page), 'kept').toHaveValue('notes 03:00-03:30 yesterday');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('mason 03:00-03:30 today');
  for (let n = 0; n < 'today'.length; n += 1) await page.keyboard.press('ArrowLeft');
  release();
  await expect(chips(page)).toContainText('Masonry');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+Delete');
  await page.keyboard.type('yesterday');
  await expect(field(page), 'the cursor stays').toHaveValue('mason 03:00-03:30 yesterday');
  await page.keyboard.press('Enter');
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message).toContainText(/Submitted: .*03:00–03:30, Masonry/);

  await test.step('Enter is remembered', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.keyboard.type('q04:00-04:30 yesterday mason');
    await page.keyboard.press('Enter');
    await expect(message).toContainText(/Submitted: .*04:00–04:30, Masonry/);
    await expect(dialog(page)).toBeHidden();
  });
  expect(await call(page, 'GET', `/companies/${companyId}/worklogs`)).toMatchObject({ totals: { items: 2 } });
});

test('lines are submitted on the dashboard, where the field is free for the next one', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'On The Page');
  await openProject(founder, companyId, 'Harbour', 'Dredging');
  const { page } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard');
  const group = page.getByRole('group', { name: 'Quick entry' });
  const line = group.getByRole('combobox');
  await line.click();
  await page.keyboard.type('03:00-03:30 today mason');
  const understood = group.getByRole('list', { name: 'Understood as' });
  await expect(understood).toContainText('Masonry');
  await expectAccessible(page, 'quick entry on the dashboard');
  await page.keyboard.press('Enter');
  const message = page.getByRole('region', { name: 'Messages' });
  await expect(message).toContainText(/Submitted: .*03:00–03:30, Masonry/);
  await expect(line).toHaveValue('');
  await expect(line).toBeFocused();
  await expect(understood, 'only the field').toBeHidden();
  await expect(page.getByRole('link', { name: /03:00–03:30.*Masonry/ }), 'in the own day').toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('04:00-04:30 today dre');
  await expect(understood).toContainText('Dredging');
  await page.getByRole('heading', { level: 1 }).click();

  await test.step('the dialog has the same line', async () => {
    await page.keyboard.press('q');
    await expect(field(page)).toHaveValue('04:00-04:30 today dre');
    await page.keyboard.type('dging');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(line).toHaveValue('04:00-04:30 today dredging');
  });
  await group.getByRole('button', { name: 'Submit worklog' }).click();
  await expect(message).toContainText(/Submitted: .*04:00–04:30, Dredging/);
  expect(await call(page, 'GET', `/companies/${companyId}/worklogs`)).toMatchObject({ totals: { items: 2 } });
});

test('a day is copied onto others, each with its own result, and overlaps are confirmed where they are flagged', async ({
  newcomer,
}) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Same Again');
  const { page } = worker;
  for (const [day, from, to] of [
    ['02', '08:00', '09:00'],
    ['03', '08:30', '09:30'],
  ])
    await call(page, 'POST', `/companies/${companyId}/worklogs`, {
      taskId,
      start: `2026-03-${day}T${from}`,
      end: `2026-03-${day}T${to}`,
    });
  await page.goto('/worklogs?from=2026-03-01&to=2026-03-31');
  await page.getByRole('button', { name: /^Actions for Mon 2 Mar/ }).click();
  await page.getByRole('menuitem', { name: 'Copy this day…' }).click();
  const copying = page.getByRole('dialog', { name: /^Copy / });
  await expect(copying.getByText('Choose at least one worklog and one day.')).toBeVisible();
  const calendar = copying.getByRole('table', { name: 'March 2026' });
  const height = (await calendar.boundingBox())?.height;
  await copying.getByRole('combobox', { name: 'Month' }).selectOption('February');
  const earlier = copying.getByRole('table', { name: 'February 2026' });
  expect((await earlier.boundingBox())?.height, 'a shorter month is as high').toBe(height);
  await copying.getByRole('combobox', { name: 'Year' }).selectOption('2025');
  await expect(copying.getByRole('table', { name: 'February 2025' })).toBeVisible();
  await copying.getByRole('combobox', { name: 'Year' }).selectOption('2026');
  await copying.getByRole('combobox', { name: 'Month' }).selectOption('March');
  for (const one of ['3', '4'])
    await copying
      .getByRole('button', { name: new RegExp(`^${one} `) })
      .first()
      .click();
  await expectAccessible(page, 'copying a day');
  await expect(copying.getByRole('button', { name: 'Submit 2 worklogs' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(copying.getByText('1 worklog submitted.')).toBeVisible();
  await expect(copying.getByText('1 was not copied:')).toBeVisible();
  const inTheWay = copying.getByRole('link', { name: '08:30–09:30 Masonry' });
  await expect(inTheWay).toHaveAttribute('href', /worklog=/);
  const confirming = copying.getByRole('button', { name: 'Submit with the overlap' });
  await expect(confirming).toHaveCount(0);
  const { version } = await call(founder.page, 'GET', `/companies/${companyId}`);
  await call(founder.page, 'PATCH', `/companies/${companyId}`, { version, overlaps: 'flag' });
  await expect(confirming).toBeVisible();
  await expectAccessible(page, 'what became of the copies');
  await confirming.click();
  await expect(copying.getByText('2 worklogs submitted.')).toBeVisible();
  await expect(copying.getByText('was not copied')).toHaveCount(0);
});

test('more copies than one request allows are sent in batches, and continue after one that failed', async ({
  newcomer,
}) => {
  const { worker, companyId, taskId } = await site(newcomer, 'Many Again');
  const { page } = worker;
  const count = 26;
  const path = `/companies/${companyId}/worklogs`;
  for (let n = 0; n < count; n += 1) {
    const [start, end] = [n, n + 1].map(
      (half) => `2026-03-02T${new Date(half * 1_800_000).toISOString().slice(11, 16)}`,
    );
    await call(page, 'POST', path, { taskId, start, end });
  }
  await page.goto('/worklogs?from=2026-03-01&to=2026-03-31');
  await page.getByRole('button', { name: /^Actions for Mon 2 Mar/ }).click();
  await page.getByRole('menuitem', { name: 'Copy this day…' }).click();
  const copying = page.getByRole('dialog', { name: /^Copy / });
  for (const one of ['3', '4'])
    await copying
      .getByRole('button', { name: new RegExp(`^${one} `) })
      .first()
      .click();
  let turns = 0;
  await page.route('**/worklog-copies', (route) => {
    turns += 1;
    return turns === 2 ? route.fulfill({ status: 500, json: { code: 'server.failed' } }) : route.continue();
  });
  await copying.getByRole('button', { name: `Submit ${2 * count} worklogs` }).click();
  await expect(copying.getByText(`${count} worklogs submitted.`)).toBeVisible();
  await expect(copying.getByRole('alert')).toContainText(`${count} more copies could not be sent`);
  await copying.getByRole('button', { name: 'Try again' }).click();
  await expect(copying.getByText(`${2 * count} worklogs submitted.`)).toBeVisible();
  await expect(copying.getByRole('alert')).toBeHidden();
  const day = await call(page, 'GET', `${path}?from=2026-03-03&to=2026-03-04`);
  expect(day).toMatchObject({ totals: { items: 2 * count } });
});
