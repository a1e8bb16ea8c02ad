// Photos that a browser draws, adds to the form of a worklog, and what the server has of them.
import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { call } from './staging.ts';
import { chooseReceipts } from './worklog-form.ts';

export const formIn = (page: Page) => page.getByRole('dialog', { name: 'Add Worklog' });

export const photosIn = (page: Page) => formIn(page).getByRole('region', { name: 'Receipts' }).getByRole('listitem');

export const addPhotos = (page: Page, ...files: Parameters<typeof chooseReceipts>[1][]) =>
  chooseReceipts(formIn(page), ...files);

export async function submitForm(page: Page): Promise<void> {
  await formIn(page).getByRole('button', { name: 'Submit worklog' }).click();
  await expect(formIn(page)).toBeHidden();
}

type Drawing = {
  width: number;
  height: number;
  type?: 'image/jpeg' | 'image/png';
  /** Of every pixel, which makes a file as large as that of a camera. */
  isNoisy?: boolean;
};

/** Red above green at the left, blue above yellow at the right. */
export async function drawPicture(page: Page, drawing: Drawing): Promise<Buffer> {
  const base64 = await page.evaluate(async ({ width, height, type = 'image/jpeg', isNoisy = false }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas.');
    const [halfWidth, halfHeight] = [width / 2, height / 2];
    const quarters = [
      ['#c00', 0, 0],
      ['#00c', halfWidth, 0],
      ['#0c0', 0, halfHeight],
      ['#cc0', halfWidth, halfHeight],
    ] as const;
    for (const [colour, x, y] of quarters) {
      context.fillStyle = colour;
      context.fillRect(x, y, halfWidth, halfHeight);
    }
    if (isNoisy) {
      const tile = new ImageData(512, 512);
      for (let at = 0; at < tile.data.length; at += 65_536) crypto.getRandomValues(tile.data.subarray(at, at + 65_536));
      for (let at = 3; at < tile.data.length; at += 4) tile.data[at] = 70;
      const pattern = context.createPattern(await createImageBitmap(tile), 'repeat');
      if (pattern) context.fillStyle = pattern;
      context.fillRect(0, 0, width, height);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.96));
    const reader = new FileReader();
    return new Promise<string>((resolve) => {
      reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
      reader.readAsDataURL(blob ?? new Blob());
    });
  }, drawing);
  return Buffer.from(base64, 'base64');
}

const described = z.object({
  receipts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      type: z.string(),
      bytes: z.number(),
      width: z.number(),
      height: z.number(),
    }),
  ),
});

/** The receipts of the only worklog. */
export async function receiptsOnServer(page: Page, companyId: string) {
  const path = `/companies/${companyId}/worklogs`;
  const listed = z.object({ worklogs: z.array(z.object({ id: z.string() })).length(1) });
  const [worklog] = listed.parse(await call(page, 'GET', path)).worklogs;
  return described.parse(await call(page, 'GET', `${path}/${worklog?.id}`)).receipts;
}

/** The colours of a receipt: in the middle of its quarters, in the order in which one reads them. */
export const coloursOf = (page: Page, companyId: string, receiptId: string): Promise<string[]> =>
  page.evaluate(async (path) => {
    const bitmap = await createImageBitmap(await (await fetch(path)).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 4 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No canvas.');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, 4, 4);
    const nameAt = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
      if (red > 150 && green > 150) return 'yellow';
      if (red > Math.max(green, blue) + 40) return 'red';
      if (green > Math.max(red, blue) + 40) return 'green';
      return blue > Math.max(red, green) + 40 ? 'blue' : `${red} ${green} ${blue}`;
    };
    return [nameAt(0, 0), nameAt(3, 0), nameAt(0, 3), nameAt(3, 3)];
  }, `/api/v1/companies/${companyId}/receipts/${receiptId}?inline=true`);

/** Of the files that wait on this device, the sizes and whether they say where they were taken. */
export const keptFiles = (page: Page, position: string) =>
  page.evaluate(
    (text) =>
      new Promise<{ name: string; bytes: number; hasPosition: boolean }[]>((resolve) => {
        const opening = indexedDB.open('daybook-unsent');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('files').objectStore('files').getAll();
          reading.onsuccess = async () => {
            opening.result.close();
            const files = reading.result.filter((one) => one instanceof File);
            const described = files.map(async (file) => ({
              name: file.name,
              bytes: file.size,
              hasPosition: (await file.text()).includes(text),
            }));
            resolve(await Promise.all(described));
          };
        };
      }),
    position,
  );
