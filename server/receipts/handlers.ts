// Receipts: uploading one before there is a worklog, and downloading the file of a visible worklog. The file is stored
// before its row is written, so that every row has a file; files without a row are deleted by a job.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import type { receiptEndpoints } from '#contract/receipts.ts';
import { safeReceiptName } from '#domain/receipts.ts';
import { newId } from '../db/ids.ts';
import type { Database } from '../db/schema.ts';
import { visibleWorklogs } from '../request/access.ts';
import type { CompanyContext } from '../request/context.ts';
import type { Handlers } from '../request/pipeline.ts';
import { ensureFound } from '../request/refused.ts';
import { afterCommit } from '../request/two-phase.ts';
import { type Inspected, inspectReceipt } from './inspect.ts';
import { sha256Of, toReceipt } from './rows.ts';
import { inTurn, storing } from './storing.ts';

export const receiptHandlers: Handlers<typeof receiptEndpoints> = {
  async uploadReceipt(ctx, { companyId, fileName }) {
    const { path } = ensureFound(ctx.upload, 'server.failed');
    const storageName = randomBytes(16).toString('hex');
    return afterCommit(async () => {
      const facts = await inTurn(async () => {
        const { content, ...rest } = await inspectReceipt(await storing(() => readFile(path)));
        await storing(() => ctx.receipts.write({ companyId, name: storageName }, content));
        return { ...rest, bytes: content.length, sha256: sha256Of(content) };
      });
      return (later: CompanyContext) => insertReceipt(later, { ...facts, fileName, storageName });
    });
  },

  async downloadReceipt(ctx, { receiptId, inline }) {
    const row = await ctx.db
      .selectFrom('receipts as r')
      .where(visibleReceipts(ctx))
      .where('r.id', '=', receiptId)
      .select(['r.fileName as name', 'r.type', 'r.bytes', 'r.sha256', 'r.storageName'])
      .executeTakeFirst();
    const { name, type, bytes, sha256, storageName } = ensureFound(row, 'receipt.missing');
    const isInline = inline === 'true' && type !== 'application/pdf';
    return { name, type, bytes, sha256: sha256.toString('hex'), storageName, isInline };
  },
};

/** Whether the caller may still download the receipt. */
export async function isReceiptVisible(ctx: CompanyContext, receiptId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('receipts as r')
    .where(visibleReceipts(ctx))
    .where('r.id', '=', receiptId)
    .select('r.id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Receipts (alias `r`) that the caller may see: before a worklog names it, only its owner; afterwards everybody who sees the
 * worklog. A condition of the look-up, so that a hidden receipt takes the same statements as an unknown id.
 */
function visibleReceipts(ctx: CompanyContext) {
  const worklog = ctx.db
    .selectFrom('worklogs as w')
    .where(visibleWorklogs(ctx, 'worklogs.read'))
    .whereRef('w.id', '=', sql.ref('r.worklog_id'))
    .select('w.id');
  return (eb: ExpressionBuilder<Database & { r: Database['receipts'] }, 'r'>) =>
    eb.and([
      eb('r.companyId', '=', ctx.company.id),
      eb('r.removedAt', 'is', null),
      eb.or([eb.and([eb('r.worklogId', 'is', null), eb('r.workerId', '=', ctx.person.id)]), eb.exists(worklog)]),
    ]);
}

type NewReceipt = Omit<Inspected, 'content'> & { bytes: number; sha256: Buffer; fileName: string; storageName: string };

async function insertReceipt(ctx: CompanyContext, { fileName, ...facts }: NewReceipt) {
  const row = {
    ...facts,
    companyId: ctx.company.id,
    id: newId(),
    workerId: ctx.person.id,
    fileName: safeReceiptName(fileName, facts.type),
    uploadedAt: ctx.now,
  };
  await ctx.db.insertInto('receipts').values(row).execute();
  return toReceipt(row);
}
