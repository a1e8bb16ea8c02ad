// The daily work by keyboard only. The focus is always visible.

import { expect, type Locator, type Page } from '@playwright/test';
import { expectFigures } from './support/figures.ts';
import { test } from './support/journey.ts';
import { call, expectFocus, hirePerson, logHours, site } from './support/staging.ts';

// As most people see it; other journeys run without animations (decision 057).
test.use({ reducedMotion: 'no-preference' });

// Each creates its data first, also on a busy machine.
test('a worklog is written, refused, corrected and found with the keyboard only', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Keys Only', 2);
  const { page } = worker;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByRole('combobox', { name: 'Task' }), 'the task is the first field').toBeFocused();
  await page.keyboard.type('mason');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('combobox', { name: 'Task' })).toHaveValue('Masonry · Quay wall');
  await tabTo(page, form.getByLabel('Start time'));
  await page.keyboard.type('9');
  await tabTo(page, form.getByLabel('End time'));
  await page.keyboard.type('830');
  await page.keyboard.press('Enter');
  await expect(form.getByText('End date must be after start date.')).toBeVisible();
  await expect(form.getByText('Invalid Date Range')).toBeVisible();
  await expectFocus(page, 'after a mistake');
  await tabTo(page, form.getByLabel('End time'));
  await page.keyboard.type('1230');
  await tabTo(page, form.getByLabel('Notes (optional)'));
  await page.keyboard.type('Without a mouse.');
  await tabTo(page, form.getByRole('button', { name: 'Submit worklog' }));
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: '09:00–12:30' });
  await expect(row, 'the new row has the focus').toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit Worklog' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row, 'and has it back').toBeFocused();
});

test('a task that is still loading is selected by Enter, and the list has the usual keys', async ({ newcomer }) => {
  const { founder, worker, companyId } = await site(newcomer, 'Long List', 2);
  const tasks = Array.from({ length: 60 }, (_, index) => ({ name: `Section ${index + 1}`, kind: 'timed' }));
  await call(founder.page, 'POST', `/companies/${companyId}/projects`, {
    name: 'Breakwater',
    forEveryone: true,
    managerIds: [],
    tasks: [...tasks, { name: 'Zinc anodes', kind: 'timed' }],
  });
  const { page } = worker;
  await page.goto('/worklogs');
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  const task = page.getByRole('dialog', { name: 'Add Worklog' }).getByRole('combobox', { name: 'Task' });
  await expect(task).toBeFocused();
  await page.keyboard.type('zinc');
  await page.keyboard.press('Enter');
  await expect(task, 'although its list arrived after the key press').toHaveValue('Zinc anodes · Breakwater');
  await expect(page.getByRole('listbox')).toBeHidden();
  await task.fill('section 1');
  await expect(page.getByRole('option').first()).toContainText('Section 1');
  await page.keyboard.press('Escape');
  await expect(task, 'Escape leaves it as it was').toHaveValue('Zinc anodes · Breakwater');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(task).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('Enter');
  await expect(task).toHaveValue('Section 10 · Breakwater');
  await task.fill('mason');
  await page.keyboard.press('Tab');
  await expect(task, 'Tab chooses the match').toHaveValue('Masonry · Quay wall');
});

test('Escape asks before unsaved input is discarded, and the focus is restored', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Second Thoughts', 2);
  const { page } = worker;
  await page.goto('/worklogs');
  const begin = page.getByRole('button', { name: 'New Worklog' }).first();
  await begin.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  await expect(form.getByRole('combobox', { name: 'Task' })).toBeFocused();
  await tabTo(page, form.getByLabel('Notes (optional)'));
  await page.keyboard.type('Half a thou');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Not submitted yet' });
  await expect(question.getByRole('button', { name: 'Keep writing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Notes (optional)'), 'back where it was').toBeFocused();
  await page.keyboard.type('ght');
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Half a thought');
  await page.keyboard.press('Escape');
  await tabTo(page, question.getByRole('button', { name: 'Discard' }));
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expectFocus(page, 'after the form is closed');
  await page.keyboard.press('n');
  await expect(form.getByLabel('Notes (optional)'), 'discarded input does not return').toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(form, 'without input there is no question').toBeHidden();
  await expectFocus(page, 'after an empty form is closed');
});

test('a review by A, R and S keeps the focus', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Fast Fingers', 3);
  const approver = await newcomer('Anton Approver');
  await hirePerson(founder, companyId, approver, 'timesheet approver');
  for (const hour of ['06', '08', '10', '12', '14'])
    await logHours(worker, companyId, { taskId, from: `${hour}:00`, to: `${hour}:30` });
  const { page } = approver;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await tabTo(page, page.getByRole('button', { name: 'Begin review' }));
  await page.keyboard.press('Enter');
  const decision = page.getByRole('region', { name: 'Decision' });
  const notes = decision.getByRole('textbox');
  await expectStep(page, '1 of 5', '06:00');
  await page.keyboard.press('a');
  await expectStep(page, '2 of 5', '08:00');
  await page.keyboard.press('r');
  await expect(notes, 'rejecting needs a note').toBeFocused();
  await page.keyboard.type('a, r and s are letters here');
  await page.keyboard.press('Escape');
  await expect(notes).not.toBeFocused();
  await page.keyboard.press('r');
  await expectStep(page, '3 of 5', '10:00');
  await page.keyboard.press('s');
  await expectStep(page, '4 of 5', '12:00');
  await page.keyboard.press('ArrowLeft');
  await expectStep(page, '3 of 5', '10:00');
  await page.keyboard.press('ArrowRight');
  await expectStep(page, '4 of 5', '12:00');
  await page.keyboard.press('a');
  await expectStep(page, '5 of 5', '14:00');
  await page.keyboard.press('r');
  await expect(notes).toBeFocused();
  await page.keyboard.type('Too short.');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Review finished' })).toBeFocused();
  await expectFigures(page, { Approved: '2', Rejected: '2', Skipped: '1' });
  await tabTo(page, page.getByRole('button', { name: 'Back to the list' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('row').filter({ hasText: '10:00–10:30' }),
    'the skipped one is still pending',
  ).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('row', { name: /Select Wati Worker/ })).toHaveCount(1);
});

test('"?" lists the shortcuts, and G with a letter opens each page', async ({ newcomer }) => {
  const { founder, worker } = await site(newcomer, 'All The Keys', 2);
  const { page } = founder;
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const pages = { p: 'Projects', a: 'Worklog Approvals', r: 'Reports', u: 'Users', d: 'Dashboard' };
  for (const [letter, title] of Object.entries(pages)) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }
  const help = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await tabTo(page, help);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('heading', { name: 'Keyboard shortcuts' }), 'not the close button').toBeFocused();
  await expect(list.getByRole('definition').filter({ hasText: 'Go to Approvals' })).toBeVisible();
  await expect(list.getByText('New worklog'), 'only workers log').toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page, 'shortcuts of the page are disabled in a dialog').toHaveURL(/\/dashboard$/);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(help, 'the focus is back').toBeFocused();

  await pressWhenShown(worker.page, '?');
  await worker.page.goto('/reports');
  await expect(worker.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('New worklog')).toBeVisible();
  await worker.page.keyboard.press('Escape');
  await expect(worker.page.getByRole('dialog')).toBeHidden();
  await worker.page.keyboard.press('g');
  await worker.page.keyboard.press('a');
  await worker.page.keyboard.press('g');
  await worker.page.keyboard.press('w');
  await expect(worker.page, 'only to allowed pages').toHaveURL(/\/worklogs$/);

  const find = page.getByRole('button', { name: 'Find', exact: true });
  await find.hover();
  const tip = await find.evaluate((button) => getComputedStyle(button, '::after').content);
  expect(tip, 'the tip names the key').toContain('Ctrl/⌘ K');
});

test('the first Tab skips to the content, and menus restore the focus', async ({ newcomer }) => {
  const { founder } = await site(newcomer, 'Short Cut', 2);
  const { page } = founder;
  await page.goto('/projects');
  await expect(page.getByRole('row').filter({ hasText: 'Quay wall' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const menu = page.getByRole('button', { name: 'Account of Farah Founder' });
  await tabTo(page, menu, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Settings', exact: true })).toBeFocused();
  await page.keyboard.press('s');
  await expect(page.getByRole('menuitem', { name: 'Seats' }), 'the next one with this letter').toBeFocused();
  await page.keyboard.press('?');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(menu).toBeFocused();
  await expect(page.getByRole('dialog'), 'the key belonged to the menu').toBeHidden();
});

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press(key);
  await expect(target, 'reached by Tab').toBeFocused();
}

/** Checks the current worklog, its position in the review, and that something has the focus. */
async function expectStep(page: Page, progress: string, start: string): Promise<void> {
  await expect(page.getByText(progress)).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByText(new RegExp(`${start}–`))
      .first(),
  ).toBeVisible();
  await expectFocus(page, `at ${progress}`);
}

/** In the same moment as the heading appears, when no effect has run yet. */
const pressWhenShown = (page: Page, key: string): Promise<unknown> =>
  page.addInitScript((pressed) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('h1')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    }).observe(document, { subtree: true, childList: true });
  }, key);
