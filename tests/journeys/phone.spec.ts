// Daybook on a phone: the navigation at the lower edge, what replaces it, and the on-screen keyboard.
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { hirePerson, logHours, site } from './support/staging.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const mainPages = (page: Page): Locator => page.getByRole('navigation', { name: 'Main pages' });

test('the pages that a role works on are at the lower edge', async ({ newcomer }) => {
  const { founder, worker, companyId, taskId } = await site(newcomer, 'Thumbs', 4);
  const approver = await newcomer('Anton Approver');
  await hirePerson(founder, companyId, approver, 'timesheet approver');
  await logHours(worker, companyId, { taskId, from: '08:00', to: '09:00' });

  await test.step('a worker moves between them, and enters a line from any of them', async () => {
    const { page } = worker;
    await page.goto('/dashboard');
    const places = mainPages(page);
    await expect(places.getByRole('link')).toHaveText(['Dashboard', 'Worklogs', 'Reports']);
    await places.getByRole('link', { name: 'Worklogs' }).click();
    await expect(page).toHaveTitle('Worklogs · Daybook');
    await expect(places.locator('[aria-current=page]')).toHaveText('Worklogs');
    await expectAbove(page.getByRole('button', { name: 'New Worklog' }).first(), places);
    await expectTall(places);
    await expectAccessible(page, 'the worklogs of a phone');
    await places.getByRole('link', { name: 'Reports' }).click();
    await places.getByRole('button', { name: 'Quick entry' }).click();
    await expect(page.getByRole('dialog', { name: 'Quick entry' }).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(places.getByRole('button', { name: 'Quick entry' })).toBeFocused();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(places, 'on a desktop there is one navigation').toBeHidden();
  });

  await test.step('an approver has the number of pending worklogs; a selection and a review replace the navigation', async () => {
    const { page } = approver;
    await page.goto('/approvals');
    const places = mainPages(page);
    await expect(places.locator('[aria-current=page]')).toHaveAccessibleName(/^Approvals 1 /);
    await expectAccessible(page, 'the approvals of a phone');
    await page.getByRole('checkbox', { name: /Wati Worker/ }).check();
    await expect(places).toBeHidden();
    await expect(page.getByRole('button', { name: 'Approve 1 worklog' })).toBeInViewport();
    await page.getByRole('checkbox', { name: /Wati Worker/ }).uncheck();
    await expect(places).toBeVisible();
    await page.getByRole('button', { name: 'Begin review' }).click();
    const approve = page.getByRole('button', { name: 'Approve', exact: true });
    await expect(approve).toBeInViewport();
    await expect(places).toBeHidden();
    const worklog = page.getByRole('article');
    const facts = [
      worklog.getByRole('heading').first(),
      worklog.getByText('Masonry').first(),
      worklog.getByText('1 h').first(),
    ];
    const note = page.getByLabel('Note');
    await note.focus();
    // As the keyboards of phones do.
    for (const height of [430, 370]) {
      await page.setViewportSize({ width: 360, height });
      for (const fact of facts) await expectAbove(fact, note);
      await page.keyboard.type('Which wall?');
      for (const shown of [...facts, note, approve])
        await expect(shown, `${height} px, while the note is typed`).toBeInViewport({ ratio: 1 });
    }
    await page.setViewportSize({ width: 640, height: 360 });
    await expect(worklog.getByText('Masonry').first(), 'in landscape, what is decided').toBeInViewport({ ratio: 1 });
    await expect(approve, 'beside it').toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /^Skip/ })).toBeInViewport({ ratio: 1 });
    const [left, right] = [await worklog.boundingBox(), await approve.boundingBox()];
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThan(right?.x ?? 0);
  });
});

test('the on-screen keyboard hides no field', async ({ newcomer }) => {
  const { worker } = await site(newcomer, 'Keyboards');
  const { page } = worker;
  await page.goto('/worklogs');
  await expect(page.locator('meta[name=viewport]'), 'the layout has the rest of the window').toHaveAttribute(
    'content',
    /interactive-widget=resizes-content/,
  );
  await mainPages(page).waitFor();
  await page.getByRole('button', { name: 'New Worklog' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add Worklog' });
  const notes = form.getByLabel('Notes (optional)');
  const submit = form.getByRole('button', { name: 'Submit worklog' });
  await expect(form.getByRole('button', { name: 'Take a photo' })).toBeVisible();
  const withMouse = form.getByText('drop or paste');
  await expect(withMouse, 'what a finger cannot do').toBeHidden();
  await expect(withMouse).toBeAttached();
  await notes.focus();
  // As the keyboard of a phone does.
  await page.setViewportSize({ width: 360, height: 420 });
  await expect(notes).toBeInViewport({ ratio: 1 });
  await expectAbove(notes, submit);
  await page.setViewportSize({ width: 740, height: 320 });
  await expect(notes, 'in landscape, where the buttons scroll with the form').toBeInViewport();
  await expect(submit).not.toBeInViewport();

  await test.step('no field makes the phone enlarge the page: its text has at least 16 px', async () => {
    const small = () =>
      page
        .locator('input:not([type=checkbox], [type=radio], [type=file]), textarea, select')
        .evaluateAll((fields) =>
          fields
            .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.outerHTML),
        );
    await expect(notes).toBeVisible();
    expect(await small(), 'in the form').toEqual([]);
    for (const path of ['/worklogs?view=timesheet', '/worklogs', '/account-settings']) {
      await page.goto(path);
      await expect(page.getByRole('main').locator('input, select').first()).toBeVisible();
      expect(await small(), path).toEqual([]);
    }
  });
});

/** Nothing is covered. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  const bottomOfUpper = async () => {
    const box = await upper.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) - ((await lower.boundingBox())?.y ?? 0);
  };
  await expect.poll(bottomOfUpper, { message: 'how far the lower one covers the upper one' }).toBeLessThanOrEqual(0);
}

/** Large enough for a thumb, and at the edge. */
async function expectTall(places: Locator): Promise<void> {
  const box = await places.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(740);
  for (const place of await places.getByRole('link').all())
    expect((await place.boundingBox())?.height).toBeGreaterThanOrEqual(48);
}
