// Quick entry on a phone: what one tap on the button submits, and what the chips show in a narrow dialog.
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { call, openProject, site } from './support/staging.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const dialog = (page: Page) => page.getByRole('dialog');
const field = (page: Page) => dialog(page).getByRole('combobox');
const chip = (page: Page, text: string) => dialog(page).getByRole('listitem').filter({ hasText: text });
const submitButton = (page: Page) => dialog(page).getByRole('button', { name: 'Submit worklog' });

const open = (page: Page) => page.getByRole('button', { name: 'Quick entry' }).last().tap();

test('one tap submits the only match, and a choice between several is shown before it is submitted', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'One Tap');
  await openProject(founder, companyId, 'Harbour', 'Masonry');
  await openProject(founder, companyId, 'Canal', 'Dredging');
  const { page } = worker;
  await page.goto('/worklogs');
  const message = page.getByRole('region', { name: 'Messages' });
  const submitted = () => call(page, 'GET', `/companies/${companyId}/worklogs`);

  await test.step('the best of several is chosen, nothing moves, and the next tap submits it', async () => {
    await open(page);
    await field(page).fill('0-1 mas // survey');
    await expect(dialog(page).getByRole('option')).toHaveCount(2);
    const before = await submitButton(page).boundingBox();
    await field(page).evaluate((input) => input.addEventListener('blur', () => input.setAttribute('data-left', '')));
    await submitButton(page).tap();
    await expect(chip(page, 'Masonry')).toBeVisible();
    await expect(dialog(page).getByRole('status').getByText('Submit again to send it.')).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(field(page), 'the keyboard stays open').not.toHaveAttribute('data-left');
    expect(await submitButton(page).boundingBox(), 'below the finger').toEqual(before);
    await expectAccessible(page, 'a task to be checked');
    expect(await submitted()).toMatchObject({ totals: { items: 0 } });
    await submitButton(page).tap();
    await expect(message).toContainText(/Submitted: .*00:00–01:00, Masonry/);
    await expect(dialog(page)).toBeHidden();
    expect(await submitted()).toMatchObject({ worklogs: [{ taskName: 'Masonry', notes: 'survey' }] });
  });

  await test.step('a task that the person has tapped is submitted by one tap', async () => {
    await open(page);
    await field(page).fill('01:00-02:00 mas');
    await dialog(page).getByRole('option', { name: 'Harbour' }).tap();
    await expect(field(page)).toBeFocused();
    await expect(dialog(page).getByText('Submit again to send it.')).toBeHidden();
    await submitButton(page).tap();
    await expect(message).toContainText(/Submitted: .*01:00–02:00, Masonry/);
  });

  await test.step('the only match is submitted by one tap, also where it is not certain', async () => {
    await open(page);
    await field(page).fill('02:00-03:00 dregding');
    await expect(dialog(page).getByRole('option')).toHaveCount(1);
    await expect(chip(page, 'Which task?')).toBeVisible();
    await submitButton(page).tap();
    await expect(message).toContainText(/Submitted: .*02:00–03:00, Dredging/);
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('an incomplete line names what is missing, until it is continued', async () => {
    await open(page);
    for (const words of ['dregding', 'mas']) {
      await field(page).fill(words);
      await expect(chip(page, 'When?')).toHaveAttribute('data-state', 'missing');
      await submitButton(page).tap();
      await expect(chip(page, words === 'mas' ? 'Masonry' : 'Dredging')).toBeVisible();
      await expect(chip(page, 'When?')).toHaveAttribute('data-state', 'wrong');
      await expect(
        dialog(page)
          .getByRole('status')
          .getByText(/^When\?/),
      ).toBeAttached();
      await expect(field(page)).toBeFocused();
      await page.keyboard.type(' ');
      await expect(chip(page, 'When?')).toHaveAttribute('data-state', 'missing');
    }
    await page.keyboard.type('03:00-04:00');
    await expect(dialog(page).getByText('Submit again to send it.')).toBeVisible();
  });
  expect(await submitted()).toMatchObject({ totals: { items: 3 } });
});

test('a tap before the tasks have loaded, or after the line was submitted, submits nothing unseen', async ({
  newcomer,
}) => {
  const { founder, worker, companyId } = await site(newcomer, 'Quick Taps');
  await openProject(founder, companyId, 'Harbour', 'Masonry');
  const { page } = worker;
  const hold = async (path: RegExp, method: string) => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(path, async (route) => {
      if (route.request().method() === method) await isReleased;
      await route.continue();
    });
    return () => release();
  };
  const releaseTasks = await hold(/\/loggable-tasks/, 'GET');
  await page.goto('/worklogs');
  await open(page);
  await field(page).fill('00:00-01:00 mas');
  await expect(chip(page, '00:00–01:00')).toBeVisible();
  await submitButton(page).tap();
  releaseTasks();
  await expect(dialog(page).getByText('Submit again to send it.')).toBeVisible();
  expect(await call(page, 'GET', `/companies/${companyId}/worklogs`)).toMatchObject({ totals: { items: 0 } });

  const releaseWorklog = await hold(/\/worklogs$/, 'POST');
  const next = dialog(page).getByRole('button', { name: 'Submit and next' });
  await next.tap();
  await expect(field(page)).toHaveValue('');
  await next.tap();
  await expect(chip(page, 'Which task?'), 'no task is taken for an empty line').toHaveAttribute(
    'data-state',
    'missing',
  );
  releaseWorklog();
  await expect(dialog(page).getByText(/Submitted: .*00:00–01:00, Masonry/)).toBeVisible();
  expect(await call(page, 'GET', `/companies/${companyId}/worklogs`)).toMatchObject({ totals: { items: 1 } });
});

test('where no task matches, the last used ones are offered, and the words become notes', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'No Such Task');
  await openProject(founder, companyId, 'Canal', 'Dredging');
  const { page } = worker;
  const start = { start: '2026-03-02T08:00', end: '2026-03-02T09:00' };
  await call(page, 'POST', `/companies/${companyId}/worklogs`, { taskId, ...start });
  await page.goto('/worklogs');
  await open(page);
  await field(page).fill('0-1 survey');
  const sentence = dialog(page).getByText('None of your tasks fits “survey”.');
  await expect(sentence).toBeVisible();
  const lastUsed = dialog(page).getByRole('group', { name: 'Last used' }).getByRole('option');
  await expect(lastUsed).toHaveText(/Masonry/);
  const [above, below] = [await sentence.boundingBox(), await lastUsed.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await expect(dialog(page).getByRole('option', { selected: true }), 'nothing is suggested').toHaveCount(0);
  await submitButton(page).tap();
  const missing = chip(page, 'Which task?');
  await expect(missing).toHaveAttribute('data-state', 'wrong');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('s');
  await expect(missing).toHaveAttribute('data-state', 'missing');
  await expect(missing, 'nothing to press').toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  await expectAccessible(page, 'a line without a matching task');
  await lastUsed.tap();
  await expect(chip(page, 'Masonry')).toBeVisible();
  await expect(chip(page, 'surveys')).toHaveAttribute('data-state', 'notes');
  await submitButton(page).tap();
  await expect(dialog(page)).toBeHidden();
  const list = await call(page, 'GET', `/companies/${companyId}/worklogs`);
  expect(list).toMatchObject({ worklogs: [{ taskName: 'Masonry', notes: 'surveys' }, {}] });
});

test('the chip of a task is one row beside its dot and star, and an amount reads as in lists', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Narrow Chips');
  const tasks = [{ name: 'Fuel and tolls', kind: 'expense' }];
  const project = { name: 'Renovation of the offices in Sudirman', forEveryone: true, tasks };
  await call(founder.page, 'POST', `/companies/${companyId}/projects`, project);
  const { page } = worker;
  await call(page, 'PATCH', '/settings', { locale: 'id' });
  await page.goto('/worklogs');
  await page.getByRole('button', { name: 'Catat cepat' }).last().tap();
  await field(page).fill('35rb fuel kemarin // solar');
  const task = chip(page, 'Fuel and tolls');
  const [dot, text, star] = [task.locator('> span').first(), task.locator('> span').last(), task.getByRole('button')];
  await expect(star).toBeVisible();
  await expectBeside(dot, text);
  await expectBeside(text, star);
  await expect(chip(page, 'Rp')).toHaveText(/^Rp\s35\.000$/);
});

/** In one row, and within its height. */
async function expectBeside(left: Locator, right: Locator): Promise<void> {
  const [a, b] = [await left.boundingBox(), await right.boundingBox()];
  if (!a || !b) throw new Error('One of them is hidden.');
  expect(a.x + a.width).toBeLessThanOrEqual(b.x);
  expect(Math.abs(a.y + a.height / 2 - (b.y + b.height / 2)), 'centred').toBeLessThanOrEqual(2);
}
