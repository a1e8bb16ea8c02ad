// Photos are made smaller on the device, before they are uploaded or wait there.
import { expect } from '@playwright/test';
import { gpsPosition, jpegExif, tiffOfCamera } from '../support/receipts.ts';
import { test } from './support/journey.ts';
import {
  addPhotos,
  coloursOf,
  drawPicture,
  keptFiles,
  photosIn,
  receiptsOnServer,
  submitForm,
} from './support/pictures.ts';
import { site } from './support/staging.ts';
import { openAndLoseConnection } from './support/unsent/page.ts';
import { beginWorklog, unsentIn } from './support/worklog-form.ts';

/** As a camera writes it that was held upright: turned by the viewer, and with a position. */
const uprightPhoto = (drawn: Buffer): Buffer =>
  Buffer.concat([drawn.subarray(0, 2), jpegExif(tiffOfCamera(6)), drawn.subarray(2)]);

const upright = ['green', 'red', 'yellow', 'blue'];

test('a photo that is too large for the server is made smaller; a drawing stays as it is, and what is no photo is refused at once', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Large Photos');
  const { page } = worker;
  await page.goto('/worklogs');
  await beginWorklog(page, 'With a large photo.');
  const photo = uprightPhoto(await drawPicture(page, { width: 6_000, height: 4_500, isNoisy: true }));
  expect(photo.length, 'with 27 megapixels, larger than the server takes').toBeGreaterThan(10_500_000);
  const drawing = await drawPicture(page, { width: 1_000, height: 500, type: 'image/png' });
  const uploaded: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/receipts')) uploaded.push(searchParams.get('fileName') ?? '');
  });
  await addPhotos(
    page,
    { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'plan.png', mimeType: 'image/png', buffer: drawing },
  );
  await addPhotos(page, { name: 'film.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(40_000_000, 7) });
  const film = photosIn(page).filter({ hasText: 'film.jpg' });
  await expect(film).toContainText('The file is larger than 10 MB.');
  await film.getByRole('button', { name: 'Remove film.jpg' }).click();
  await expect(photosIn(page).filter({ hasText: /kB|MB/ })).toHaveCount(2);
  await submitForm(page);
  expect(uploaded.toSorted(), 'nothing but these').toEqual(['plan.png', 'quay.jpg']);

  const receipts = await receiptsOnServer(page, companyId);
  const quay = receipts.find(({ name }) => name === 'quay.jpg');
  expect(quay).toMatchObject({ type: 'image/jpeg', width: 1_800, height: 2_400 });
  expect(quay?.bytes).toBeLessThan(5_000_000);
  expect(await coloursOf(page, companyId, quay?.id ?? '')).toEqual(upright);
  expect(receipts.find(({ name }) => name === 'plan.png')).toMatchObject({
    type: 'image/png',
    width: 1_000,
    height: 500,
  });
});

test('without a connection the smaller photo waits on the device, without its position, and is sent later', async ({
  newcomer,
}) => {
  const { worker, companyId } = await site(newcomer, 'Offline Photos');
  const { page, context } = worker;
  await openAndLoseConnection(page);
  await beginWorklog(page, 'With a large photo.');
  const photo = uprightPhoto(await drawPicture(page, { width: 4_000, height: 3_000, isNoisy: true }));
  await addPhotos(page, { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(photosIn(page)).toContainText('Not uploaded yet');
  await submitForm(page);
  await expect(unsentIn(page)).toBeVisible();
  const [kept, ...others] = await keptFiles(page, gpsPosition);
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ name: 'quay.jpg', hasPosition: false });
  expect(kept?.bytes).toBeLessThan(photo.length / 3);
  await context.setOffline(false);
  await expect(unsentIn(page)).toBeHidden();
  const [receipt] = await receiptsOnServer(page, companyId);
  expect(receipt).toMatchObject({ name: 'quay.jpg', width: 1_800, height: 2_400 });
  expect(await coloursOf(page, companyId, receipt?.id ?? '')).toEqual(upright);
});
