// The receipts of a worklog: listing them, and setting them to exactly the given ones. Called inside the transaction that writes the
// worklog, under the worker's lock, so that a receipt belongs to at most one worklog and is never half attached.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { receipt } from '#contract/receipts.ts';
import { maxReceiptsPerWorklog, type ReceiptType } from '#domain/receipts.ts';
import { inOrder } from '../db/transact.ts';
import type { CompanyContext } from '../request/context.ts';
import { refused } from '../request/refused.ts';

export const sha256Of = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

type Row = {
  id: string;
  fileName: string;
  type: ReceiptType;
  bytes: number;
  width: number | null;
  height: number | null;
  uploadedAt: Date;
};

type ShownReceipt = z.input<typeof receipt>;

export const toReceipt = ({ id, fileName, type, bytes, width, height, uploadedAt }: Row): ShownReceipt => ({
  id,
  name: fileName,
  type,
  bytes,
  width,
  height,
  uploadedAt: uploadedAt.toISOString(),
});

export async function listReceipts(ctx: CompanyContext, worklogId: string): Promise<ShownReceipt[]> {
  const rows = await ctx.db
    .selectFrom('receipts')
    .where('companyId', '=', ctx.company.id)
    .where('worklogId', '=', worklogId)
    .where('removedAt', 'is', null)
    .select(['id', 'fileName', 'type', 'bytes', 'width', 'height', 'uploadedAt'])
    .orderBy('position')
    .execute();
  return rows.map(toReceipt);
}

/**
 * Sets the receipts of a worklog, in this order; removes all others. A receipt that belongs to somebody else, is on another
 * worklog or was removed is refused like an unknown one.
 */
export async function attachReceipts(ctx: CompanyContext, worklogId: string, ids: readonly string[]): Promise<void> {
  if (ids.length > maxReceiptsPerWorklog)
    throw refused('receipt.too-many', { path: 'receiptIds', params: { maximum: maxReceiptsPerWorklog } });
  const [, { numAffectedRows }] = await inOrder([
    removeReceipts(ctx, worklogId, ids),
    sql`
      update receipts r set worklog_id = ${worklogId}, position = o.number - 1
      from unnest(${ids}::uuid[]) with ordinality as o (id, number)
      where r.company_id = ${ctx.company.id} and r.worker_id = ${ctx.person.id} and r.id = o.id
        and r.removed_at is null and (r.worklog_id is null or r.worklog_id = ${worklogId})`.execute(ctx.db),
  ]);
  if (numAffectedRows !== BigInt(ids.length)) throw refused('receipt.missing', { path: 'receiptIds' });
}

/** Removes all except these. The files are kept for some time (decision 017). */
export async function removeReceipts(ctx: CompanyContext, worklogId: string, except: readonly string[]): Promise<void> {
  await ctx.db
    .updateTable('receipts')
    .set({ removedAt: ctx.now })
    .where('companyId', '=', ctx.company.id)
    .where('worklogId', '=', worklogId)
    .where('removedAt', 'is', null)
    .where(sql<boolean>`not (id = any(${except}::uuid[]))`)
    .execute();
}

/** For the history. Includes the size, because phones name all photographs "image.jpg". */
export function receiptChanges(before: readonly ShownReceipt[], after: readonly ShownReceipt[]) {
  const isSame = before.length === after.length && before.every(({ id }, index) => id === after[index]?.id);
  return isSame ? {} : { receipts: { from: summaryOf(before), to: summaryOf(after) } };
}

const summaryOf = (receipts: readonly ShownReceipt[]): string | null =>
  receipts.map(({ name, bytes }) => `${name} (${Math.ceil(bytes / 1_000)} kB)`).join(', ') || null;
