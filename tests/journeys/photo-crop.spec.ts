// A photo is cropped and turned before it belongs to a worklog: by keys and by the mouse, with a connection and without.
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from './support/journey.ts';
import { untilControlled } from './support/offline.ts';
import {
  addPhotos,
  coloursOf,
  drawPicture,
  formIn,
  keptFiles,
  photosIn,
  receiptsOnServer,
  submitForm,
} from './support/pictures.ts';
import { site } from './support/staging.ts';
import { warmUp } from './support/unsent/page.ts';
import { beginWorklog, openWorklogs, unsentIn } from './support/worklog-form.ts';

const dialogIn = (page: Page) => page.getByRole('dialog', { name: 'Crop photo' });

const cornerIn = (page: Page, name: string) => dialogIn(page).getByRole('button', { name });

async function openCrop(page: Page, name: string): Promise<void> {
  await photosIn(page)
    .getByRole('button', { name: `Crop ${name}` })
    .click();
  await expect(cornerIn(page, 'Top left corner')).toBeVisible();
}

async function apply(page: Page): Promise<void> {
  await dialogIn(page).getByRole('button', { name: 'Apply' }).click();
  await expect(dialogIn(page)).toBeHidden();
}

const quay = async (page: Page) => ({
  name: 'quay.jpg',
  mimeType: 'image/jpeg',
  buffer: await drawPicture(page, { width: 1_600, height: 1_200 }),
});

test('a photo that is being uploaded is cropped by keys, replaced in its place, and cropped again when it is uploaded', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Cropped Photos');
  const { page } = worker;
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/worklogs');
  await beginWorklog(page, 'With two photos.');
  const uploads = `**/companies/${companyId}/receipts?fileName=quay*`;
  // It never ends.
  await page.route(uploads, () => {});
  const plan = await drawPicture(page, { width: 400, height: 300, type: 'image/png' });
  await addPhotos(page, await quay(page), { name: 'plan.png', mimeType: 'image/png', buffer: plan });
  await expect(photosIn(page).nth(1)).toContainText(/plan\.png.*kB/);
  await expect(photosIn(page).nth(0).getByRole('progressbar')).toBeVisible();

  await openCrop(page, 'quay.jpg');
  await expectAccessible(page, 'the dialog that crops a photo');
  await page.keyboard.press('Escape');
  await expect(dialogIn(page)).toBeHidden();
  await expect(photosIn(page).getByRole('button', { name: 'Crop quay.jpg' })).toBeFocused();
  await page.unroute(uploads);
  await openCrop(page, 'quay.jpg');
  await cornerIn(page, 'Bottom right corner').focus();
  for (let times = 0; times < 5; times += 1) await page.keyboard.press('Shift+ArrowLeft');
  await dialogIn(page).getByRole('button', { name: 'Rotate' }).click();
  await apply(page);
  await expect(photosIn(page).nth(0), 'the earlier upload has ended').toContainText(/quay\.jpg.*kB/);
  await expect(photosIn(page)).toHaveCount(2);

  await openCrop(page, 'quay.jpg');
  await cornerIn(page, 'Top left corner').press('ArrowRight');
  await dialogIn(page).getByRole('button', { name: 'Reset' }).click();
  await cornerIn(page, 'Top right corner').focus();
  for (let times = 0; times < 25; times += 1) await page.keyboard.press('ArrowDown');
  await apply(page);
  await expect(photosIn(page).nth(0)).toContainText(/quay\.jpg.*kB/);
  await expect(photosIn(page).nth(1)).toContainText(/plan\.png.*kB/);
  await submitForm(page);

  const receipts = await receiptsOnServer(page, companyId);
  expect(receipts).toMatchObject([
    { name: 'quay.jpg', type: 'image/jpeg', width: 1_200, height: 600 },
    { name: 'plan.png', width: 400, height: 300 },
  ]);
  expect(await coloursOf(page, companyId, receipts[0]?.id ?? '')).toEqual(['green', 'red', 'green', 'red']);
});

test('a photo that is uploaded stays a receipt until its part is, also when the page is loaded again', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Whole Photos');
  const { page } = worker;
  await page.goto('/worklogs');
  await beginWorklog(page, 'With a photo.');
  await addPhotos(page, await quay(page));
  await expect(photosIn(page)).toContainText(/quay\.jpg.*kB/);
  const uploads = `**/companies/${companyId}/receipts?fileName=quay*`;
  const cropHalf = async () => {
    await openCrop(page, 'quay.jpg');
    await cornerIn(page, 'Bottom right corner').focus();
    for (let times = 0; times < 5; times += 1) await page.keyboard.press('Shift+ArrowLeft');
    await apply(page);
  };
  // It never ends.
  await page.route(uploads, () => {});
  await cropHalf();
  await expect(photosIn(page).getByRole('progressbar')).toBeVisible();
  await expect(photosIn(page)).toHaveCount(1);
  await test.step('closed and opened again, it is still cropped', async () => {
    await formIn(page).getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('button', { name: 'Close and keep it' }).click();
    await expect(formIn(page)).toBeHidden();
    await page.getByRole('button', { name: 'New Worklog' }).first().click();
    await expect(photosIn(page).getByRole('progressbar')).toBeVisible();
    await expect(photosIn(page)).toHaveCount(1);
  });
  await page.reload();
  await expect(photosIn(page), 'the whole photo').toContainText(/quay\.jpg.*kB/);
  await expect(photosIn(page)).toHaveCount(1);
  await page.unroute(uploads);
  await submitForm(page);
  expect(await receiptsOnServer(page, companyId)).toMatchObject([{ name: 'quay.jpg', width: 1_600, height: 1_200 }]);
});

test.describe('with what the service worker has stored', () => {
  test.use({ serviceWorkers: 'allow', expectedFaults: /Failed to fetch/ });

  test('without a connection a photo is cropped by the mouse, kept when the form is closed, and cropped again while it waits', async ({
    newcomer,
  }) => {
    const { worker, companyId } = await site(newcomer, 'Cropped Offline');
    const { page, context } = worker;
    await openWorklogs(page);
    await untilControlled(page);
    await warmUp(page);
    await context.setOffline(true);
    await beginWorklog(page, 'With a photo.');
    await addPhotos(page, await quay(page));
    await expect(photosIn(page)).toContainText('Not uploaded yet');
    await submitForm(page);
    const [whole] = await keptFiles(page, 'no position');
    const edit = () => unsentIn(page).getByRole('button', { name: /^Edit/ }).click();

    await test.step('closed and opened again, it is still cropped', async () => {
      await edit();
      await openCrop(page, 'quay.jpg');
      const corner = await cornerIn(page, 'Top left corner').boundingBox();
      const opposite = await cornerIn(page, 'Bottom right corner').boundingBox();
      if (!corner || !opposite) throw new Error('Not visible.');
      const [half, width, height] = [corner.width / 2, opposite.x - corner.x, opposite.y - corner.y];
      expect(half).toBeGreaterThanOrEqual(22);
      await page.mouse.move(corner.x + half, corner.y + half);
      await page.mouse.down();
      await page.mouse.move(corner.x + half + width / 4, corner.y + half + height / 4);
      await page.mouse.move(corner.x + half + width / 2, corner.y + half + height / 2);
      await page.mouse.up();
      await apply(page);
      await expect(photosIn(page)).toContainText('Not uploaded yet');
      await formIn(page).getByRole('button', { name: 'Close', exact: true }).first().click();
      await page.getByRole('button', { name: 'Close and keep it' }).click();
      await expect(formIn(page)).toBeHidden();
      expect(await keptFiles(page, 'no position'), 'not submitted').toEqual([whole]);
      await edit();
      await expect(photosIn(page)).toHaveCount(1);
      await submitForm(page);
      const [part, ...others] = await keptFiles(page, 'no position');
      expect(others).toEqual([]);
      expect(part?.bytes).toBeLessThan(whole?.bytes ?? 0);
    });
    await test.step('while it waits, another time', async () => {
      await edit();
      await openCrop(page, 'quay.jpg');
      await cornerIn(page, 'Bottom left corner').focus();
      for (let times = 0; times < 4; times += 1) await page.keyboard.press('Shift+ArrowUp');
      await apply(page);
      await submitForm(page);
    });
    await context.setOffline(false);
    await expect(unsentIn(page)).toBeHidden();
    const receipts = await receiptsOnServer(page, companyId);
    expect(receipts).toHaveLength(1);
    const [receipt] = receipts;
    expect(Math.abs((receipt?.width ?? 0) - 800)).toBeLessThan(8);
    expect(Math.abs((receipt?.height ?? 0) - 360)).toBeLessThan(8);
    expect(await coloursOf(page, companyId, receipt?.id ?? '')).toEqual(['yellow', 'yellow', 'yellow', 'yellow']);
  });
});
