// Receipts on a phone: chosen, dropped and pasted, refused with a reason, submitted, and shown to the decider.
import { expect, type Page } from '@playwright/test';
import { jpeg, pdf, png } from '../support/receipts.ts';
import { expectAccessible, test } from './support/journey.ts';
import { site, switchLetters } from './support/staging.ts';
import { beginWorklog, chooseReceipts } from './support/worklog-form.ts';

// On a busy machine.
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

/** As dragged from the file manager, or pasted from the clipboard. */
const give = (page: Page, event: 'drop' | 'paste', name: string, type: string, content: Buffer) =>
  page.evaluate(
    ({ kind, base64, ...about }) => {
      const carried = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
      carried.items.add(new File([bytes], about.name, { type: about.type }));
      const field = document.querySelector('form textarea');
      const options = { bubbles: true, cancelable: true };
      field?.dispatchEvent(
        kind === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: carried })
          : new ClipboardEvent('paste', { ...options, clipboardData: carried }),
      );
    },
    { kind: event, name, type, base64: content.toString('base64') },
  );

test('receipts from a phone are shown to the approver', async ({ newcomer }) => {
  const { worker, founder } = await site(newcomer, 'Harbour Works');
  const { page } = worker;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/worklogs');
  const form = await beginWorklog(page, 'Bolts for the quay wall');
  const rows = form.getByRole('region', { name: 'Receipts' }).getByRole('listitem');
  await chooseReceipts(
    form,
    file('bolts.png', 'image/png', png(40, 2_000)),
    file('page.html', 'text/html', Buffer.from('<script>alert(1)</script>')),
    file('film.jpg', 'image/jpeg', Buffer.alloc(11_000_000)),
    file('fake.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>')),
  );
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'page.html' })).toContainText('Only PDF, JPEG, PNG and still WebP files');
  await expect(rows.filter({ hasText: 'film.jpg' })).toContainText('The file is larger than 10 MB.');
  // Only the server can detect this one.
  await expect(rows.filter({ hasText: 'fake.png' })).toContainText('Only PDF, JPEG, PNG and still WebP files');
  await expectAccessible(page, 'the form with receipts and refusals');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByText('Some files have not been uploaded.')).toBeVisible();
  for (const name of ['page.html', 'film.jpg', 'fake.png'])
    await form.getByRole('button', { name: `Remove ${name}` }).click();
  await give(page, 'drop', 'anchor.jpg', 'image/jpeg', jpeg());
  await give(page, 'paste', 'invoice.pdf', 'application/pdf', pdf());
  await expect(rows.filter({ hasText: 'invoice.pdf' })).toContainText('kB');
  await expect(rows).toHaveCount(3);
  await page.context().setOffline(true);
  await give(page, 'drop', 'later.jpg', 'image/jpeg', jpeg());
  const later = rows.filter({ hasText: 'later.jpg' });
  await expect(later, 'kept where there is no network').toContainText('Not uploaded yet');
  await page.context().setOffline(false);
  await expect(later, 'and sent automatically').toContainText('kB');
  await expect(later).not.toContainText('Not uploaded yet');

  // Uploaded receipts survive a reload.
  await page.reload();
  await expect(rows).toHaveCount(4);
  await expect(form.getByLabel('Notes (optional)')).toHaveValue('Bolts for the quay wall');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('4 receipts').first()).toBeAttached();

  await founder.page.goto('/approvals');
  await founder.page.getByRole('button', { name: /begin review/i }).click();
  const picture = founder.page.getByRole('button', { name: /^Show .+ large$/ });
  await expect(picture).toHaveCount(3);
  await picture.first().press('Enter');
  const viewer = founder.page.getByRole('dialog');
  await expect(viewer).toContainText('1 of 3');
  for (const key of ['z', 'ArrowDown', 'ArrowDown']) await founder.page.keyboard.press(key);
  const scrolled = () => viewer.locator('[data-zoomed=true]').evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(scrolled, 'enlarged, the arrows move the picture').toBeGreaterThan(0);
  await founder.page.keyboard.press('z');
  await switchLetters(founder.page, 'off');
  await founder.page.keyboard.press('z');
  await expect(viewer.locator('[data-zoomed=true]'), 'letters do nothing').toHaveCount(0);
  await founder.page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('2 of 3');
  await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 8);
  await expectAccessible(founder.page, 'a picture, large');
  await founder.page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(picture.first()).toBeFocused();
  const saved = founder.page.waitForEvent('download');
  await founder.page.getByRole('link', { name: 'Save invoice.pdf' }).click();
  expect((await saved).suggestedFilename()).toBe('invoice.pdf');
});
