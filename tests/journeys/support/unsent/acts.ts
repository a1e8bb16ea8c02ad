// What a worker does on a page, as the form and the list do it: `keepForLater` and the rest are those of the built application.
import type { Page } from '@playwright/test';
import type { UnsentEntry } from '#client/worklogs/unsent/entry.ts';
import type { unsentParts } from '#client/worklogs/unsent/parts.tsx';

type Parts = typeof unsentParts;
export type Submission = Parameters<Parts['keepForLater']>[0]['request'];
export type SubmittedTask = Parameters<Parts['keepForLater']>[0]['task'];
export type SeenWorklog = Parameters<Parts['keepWithdrawalForLater']>[0];

type Loaded = { unsentParts: Parts };

/** Defined by the device in each of its pages. */
declare function photoFile(base64: string): File;

type Creating = {
  partsUrl: string;
  request: Submission;
  task: SubmittedTask;
  isSentFirst: boolean;
  photo: string | null;
};

/** `isSentFirst`: the form has sent it before it is kept, because it took the server for reachable. */
export const create = (page: Page, creating: Creating): Promise<'stored' | 'kept' | 'refused'> =>
  page.evaluate(async ({ partsUrl, request, task, isSentFirst, photo }) => {
    const { unsentParts }: Loaded = await import(partsUrl);
    if (isSentFirst) {
      const { companyId, ...body } = request;
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`/api/v1/companies/${companyId}/worklogs`, init).catch(() => null);
      if (response) return response.ok ? 'stored' : 'refused';
    }
    const file = photo === null ? null : photoFile(photo);
    const files = file
      ? [{ name: file.name, type: 'image/png' as const, bytes: file.size, uploadedId: null, file }]
      : [];
    const isKept = await unsentParts.keepForLater({ request, task, files, wasSent: isSentFirst });
    return isKept ? 'kept' : 'refused';
  }, creating);

/** `photo`: one is added; `isWithoutOthers`: those that it had are removed. */
type Rewriting = {
  partsUrl: string;
  request: Submission;
  task: SubmittedTask;
  photo: string | null;
  isWithoutOthers: boolean;
};

/** Of a worklog that the server has. */
export const change = (page: Page, changing: Rewriting & { known: SeenWorklog }): Promise<boolean> =>
  page.evaluate(async ({ partsUrl, request, task, known, photo, isWithoutOthers }) => {
    const { unsentParts }: Loaded = await import(partsUrl);
    const { id: _, ...rest } = request;
    const receipts = known.receipts.map(({ id, name, type, bytes }) => ({
      name,
      type,
      bytes,
      uploadedId: id,
      file: null,
    }));
    const file = photo === null ? null : photoFile(photo);
    const added = file
      ? [{ name: file.name, type: 'image/png' as const, bytes: file.size, uploadedId: null, file }]
      : [];
    const files = [...(isWithoutOthers ? [] : receipts), ...added];
    const next = { request: rest, task, files, wasSent: false };
    return unsentParts.keepChangeForLater(next, known, known.worklog.version);
  }, changing);

/** Of one that waits. Resolves when it is stored, not when it is sent; to false if it does not wait any more. */
export const rewrite = (page: Page, rewriting: Rewriting): Promise<boolean> =>
  page.evaluate(async ({ partsUrl, request, task, photo, isWithoutOthers }) => {
    const { unsentParts }: Loaded = await import(partsUrl);
    const { id, ...rest } = request;
    const find = () =>
      new Promise<UnsentEntry | undefined>((resolve) => {
        const opening = indexedDB.open('daybook-unsent');
        opening.onsuccess = () => {
          const found = opening.result.transaction('entries').objectStore('entries').get(id);
          found.onsuccess = () => {
            opening.result.close();
            resolve(found.result);
          };
        };
      });
    const entry = await find();
    if (!entry) return false;
    const open = new Map((await unsentParts.filesOf(id)).map(({ key, file }) => [key, file]));
    const others = entry.receipts.map((one) => ({ ...one, file: open.get(one.key) ?? null }));
    const file = photo === null ? null : photoFile(photo);
    const added = file
      ? [{ name: file.name, type: 'image/png' as const, bytes: file.size, uploadedId: null, file }]
      : [];
    const files = [...(isWithoutOthers ? [] : others), ...added];
    const progress: { outcome: 'sending' | 'kept' | 'gone' } = { outcome: 'sending' };
    unsentParts.resend(id, { request: rest, task, files }).then(
      (sent) => {
        progress.outcome = sent === null ? 'gone' : 'kept';
      },
      () => {
        progress.outcome = 'gone';
      },
    );
    while (progress.outcome === 'sending' && (await find())?.written.notes !== rest.notes)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return progress.outcome !== 'gone';
  }, rewriting);

export const withdraw = (page: Page, withdrawing: { partsUrl: string; known: SeenWorklog }): Promise<boolean> =>
  page.evaluate(async ({ partsUrl, known }) => {
    const { unsentParts }: Loaded = await import(partsUrl);
    return unsentParts.keepWithdrawalForLater(known);
  }, withdrawing);

type Copying = { partsUrl: string; id: string; source: SeenWorklog['worklog']; day: string };

/** Resolves to whether it is kept. */
export const copy = (page: Page, copying: Copying): Promise<boolean> =>
  page.evaluate(async ({ partsUrl, id, source, day }) => {
    const { unsentParts }: Loaded = await import(partsUrl);
    return unsentParts.keepCopiesForLater([{ id, source, day, confirmOverlap: false, wasSent: false }]);
  }, copying);

/** As the system reports it; perhaps too early. */
export const announceConnection = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('online')));
