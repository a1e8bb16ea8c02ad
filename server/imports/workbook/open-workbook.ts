// Opens an XLSX workbook and yields the rows of its first visible sheet as a stream: only the texts that cells share are in memory, up to a
// limit. yauzl checks the list of files, and stops where a file is longer or shorter than the list says. Whatever is wrong with a workbook
// is an Undecodable.

import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import type { ListLine } from '#domain/people-list.ts';
import { Undecodable } from '../undecodable.ts';
import { type NumberKind, readNumberKinds } from './cell-kinds.ts';
import { rowsOfSheet } from './rows-of-sheet.ts';
import { readSharedTexts } from './shared-texts.ts';
import { type Attributes, visitElements } from './xml.ts';

/** Yields the same rows each time that it is called; the file must be opened without `autoClose`. */
export async function openWorkbook(zip: ZipFile, maxSheetBytes: number): Promise<() => AsyncGenerator<ListLine>> {
  const parts = await partsOf(zip);
  const bytes = (name: string, maxBytes = maxSmallPartBytes) => bytesOf(zip, partNamed(parts, name), maxBytes);
  const workbook = await readWorkbook(bytes(workbookName));
  const relations = await readRelations(bytes(relationsName));
  const sheet = sheetToRead(workbook.sheets, relations);
  const textsName = relations.find(({ kind }) => kind === 'sharedStrings')?.name;
  const stylesName = relations.find(({ kind }) => kind === 'styles')?.name;
  const texts = textsName === undefined ? [] : await readSharedTexts(bytes(textsName, maxSheetBytes));
  const kinds: NumberKind[] = stylesName === undefined ? [] : await readNumberKinds(bytes(stylesName));
  return () => rowsOfSheet(bytes(sheet, maxSheetBytes), { texts, kinds, is1904: workbook.is1904 });
}

const workbookName = 'xl/workbook.xml';
const relationsName = 'xl/_rels/workbook.xml.rels';

/** A workbook with a thousand pictures is no list. */
const maxPartsOfWorkbook = 2_000;

/** The list of sheets and the styles; those of files that were copied together for years have several megabytes. */
const maxSmallPartBytes = 12_000_000;

/** Sheets unpack to ten or thirty times of what they are packed; a ZIP can reach a thousand times. */
const maxRatio = 200;

type Parts = ReadonlyMap<string, Entry>;

async function partsOf(zip: ZipFile): Promise<Parts> {
  if (zip.entryCount > maxPartsOfWorkbook) throw new Undecodable('import.too-large');
  const parts = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) parts.set(entry.fileName.toLowerCase(), entry);
  } catch {
    throw new Undecodable('import.damaged');
  }
  // Other kinds of documents are zip files too.
  if (!parts.has(workbookName)) throw new Undecodable('import.not-a-list');
  return parts;
}

function partNamed(parts: Parts, name: string): Entry {
  const part = parts.get(name.toLowerCase());
  if (!part?.canDecodeFileData()) throw new Undecodable('import.damaged');
  return part;
}

async function* bytesOf(zip: ZipFile, part: Entry, maxBytes: number): AsyncGenerator<Buffer> {
  const { compressedSize, uncompressedSize } = part;
  if (uncompressedSize > maxBytes || uncompressedSize > Math.max(maxSmallPartBytes, maxRatio * compressedSize))
    throw new Undecodable('import.too-large');
  try {
    const stream: Readable = await zip.openReadStreamPromise(part);
    yield* stream;
  } catch {
    throw new Undecodable('import.damaged');
  }
}

type Sheet = { relation: string | undefined; isVisible: boolean };

async function readWorkbook(xml: AsyncIterable<Buffer>): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await visitElements(xml, (name, attributes) => {
    if (name === 'workbookPr') is1904 ||= isTrue(attributes.date1904);
    if (name === 'sheet')
      sheets.push({ relation: relationOf(attributes), isVisible: (attributes.state ?? 'visible') === 'visible' });
  });
  return { sheets, is1904 };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Usually `r:id`; the prefix is what the file declares. */
const relationOf = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];

type Relation = { id: string; kind: string; name: string };

/** The kind is the end of an address, of which there are two: of the standard's first editions and of its strict one. */
async function readRelations(xml: AsyncIterable<Buffer>): Promise<Relation[]> {
  const relations: Relation[] = [];
  await visitElements(xml, (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
    if (name === 'Relationship')
      relations.push({ id, kind: posix.basename(type), name: posix.resolve('/xl', target).slice(1) });
  });
  return relations;
}

/** The first that is shown, and is a table and no chart. */
function sheetToRead(sheets: readonly Sheet[], relations: readonly Relation[]): string {
  const tables = sheets.flatMap(({ relation, isVisible }) =>
    relations
      .filter(({ id, kind }) => id === relation && kind === 'worksheet')
      .map(({ name }) => ({ name, isVisible })),
  );
  const table = tables.find(({ isVisible }) => isVisible) ?? tables[0];
  if (table === undefined) throw new Undecodable('import.damaged');
  return table.name;
}
