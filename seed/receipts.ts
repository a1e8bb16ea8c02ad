// Receipts of the demo data: pictures of till receipts and a hotel invoice as PDF. They are generated, so the repository needs
// no binary files, and stored like uploads.

import { randomBytes } from 'node:crypto';
import type { Insertable, Transaction } from 'kysely';
import { newId } from '#server/db/ids.ts';
import type { Database, ReceiptsTable } from '#server/db/schema.ts';
import type { ReceiptStore } from '#server/ports/receipts/receipts.ts';
import { inspectReceipt } from '#server/receipts/inspect.ts';
import { sha256Of } from '#server/receipts/rows.ts';
import { dotsOf, letterSize } from './letters.ts';
import { grayPng } from './png.ts';

export type SeededExpense = {
  companyId: string;
  worklogId: string;
  workerId: string;
  day: string;
  notes: string;
  amountMinor: number;
  submittedAt: Date;
};

type Parts = { db: Transaction<Database>; store: ReceiptStore };

const maxExpenses = 14;

/** Only for the newest expenses, which an approver sees first. */
export async function seedReceipts({ db, store }: Parts, expenses: readonly SeededExpense[]): Promise<void> {
  const newest = expenses.toSorted((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime()).slice(0, maxExpenses);
  const rows = await Promise.all(
    newest.flatMap((expense) =>
      filesOf(expense).map((file, position) => storeReceipt(store, expense, { ...file, position })),
    ),
  );
  if (rows.length > 0) await db.insertInto('receipts').values(rows).execute();
}

type File = { fileName: string; content: Buffer };

async function storeReceipt(
  store: ReceiptStore,
  { companyId, worklogId, workerId, submittedAt }: SeededExpense,
  { fileName, content: sent, position }: File & { position: number },
): Promise<Insertable<ReceiptsTable>> {
  const { content, ...facts } = await inspectReceipt(sent);
  const storageName = randomBytes(16).toString('hex');
  await store.write({ companyId, name: storageName }, content);
  return {
    ...facts,
    companyId,
    worklogId,
    workerId,
    position,
    storageName,
    fileName,
    id: newId(),
    bytes: content.length,
    sha256: sha256Of(content),
    uploadedAt: submittedAt,
  };
}

function filesOf(expense: SeededExpense): File[] {
  const stamp = expense.day.replaceAll('-', '');
  const slip = { fileName: `IMG_${stamp}.png`, content: drawReceipt(linesOf(expense)) };
  if (!/penginapan|lodging/i.test(expense.notes)) return [slip];
  return [{ fileName: `Tagihan-penginapan-${stamp}.pdf`, content: pdfOf(linesOf(expense)) }, slip];
}

/** The shop on the receipt, by a word in the notes. */
const shops: readonly (readonly [RegExp, string])[] = [
  [/\btol/i, 'Gerbang Tol Cikampek'],
  [/bensin|fuel/i, 'SPBU 34.17115'],
  [/besi|steel|angkur|anchor/i, 'TB Baja Makmur'],
  [/penginapan|lodging/i, 'Wisma Melati'],
  [/\bcat\b|paint/i, 'Toko Cat Pelangi'],
  [/genset|generator/i, 'Sewa Alat Sentosa'],
  [/makan|meal/i, 'Warung Bu Darmi'],
];

function linesOf({ notes, day, amountMinor }: SeededExpense): string[] {
  const shop = shops.find(([word]) => word.test(notes))?.[1] ?? 'Fotokopi Cemerlang';
  const amount = (amountMinor / 100).toLocaleString('id-ID');
  const rule = '-'.repeat(lineLetters);
  const total = `TOTAL${`RP ${amount}`.padStart(lineLetters - 5)}`;
  return [shop, day.split('-').reverse().join('/'), rule, notes.slice(0, lineLetters), rule, total, '', 'Terima kasih'];
}

const lineLetters = 22;
const dotPixels = 4;
const marginPixels = 40;
const linePixels = (letterSize.height + 4) * dotPixels;
const shade = { table: 132, paper: 244, ink: 52 } as const;

/** A receipt on a table, with a serrated lower edge. */
function drawReceipt(lines: readonly string[]): Buffer {
  const paperWidth = lineLetters * letterSize.width * dotPixels + 2 * marginPixels;
  const width = paperWidth + 2 * marginPixels;
  const height = lines.length * linePixels + 4 * marginPixels;
  const shades = new Uint8Array(width * height).fill(shade.table);
  for (let y = marginPixels; y < height - marginPixels; y++) {
    const toEdge = height - marginPixels - y;
    for (let x = marginPixels; x < width - marginPixels; x++)
      if (toEdge > Math.abs((x % 16) - 8)) shades[y * width + x] = shade.paper;
  }
  for (const [index, line] of lines.entries()) {
    const textPixels = line.length * letterSize.width * dotPixels;
    const left = Math.floor((width - textPixels) / 2);
    const top = 2 * marginPixels + index * linePixels;
    for (const { x, y } of dotsOf(line))
      for (let row = 0; row < dotPixels; row++) {
        const from = (top + y * dotPixels + row) * width + left + x * dotPixels;
        shades.fill(shade.ink, from, from + dotPixels);
      }
  }
  return grayPng(width, height, shades);
}

/** One A5 page with the lines in the middle, with a correct cross-reference table. */
function pdfOf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '')}) Tj 0 -22 Td`).join(' ');
  const content = `BT /F1 13 Tf 90 480 Td ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ];
  let written = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = written.length;
    written += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${written.length}\n%%EOF\n`;
  return Buffer.from(written + table + end, 'latin1');
}
