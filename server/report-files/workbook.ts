// Writes a workbook while its rows are read: a zip whose parts are compressed one after the other, off the main thread. The list of
// sheets is written last: a sheet has a maximum of rows, and further rows continue in the next one.

import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip } from 'fflate';
import type { FileColumn, FileStyle } from './columns.ts';
import { mainNamespace, xmlHead } from './namespaces.ts';
import { rowWriter, sheetFoot, sheetHead } from './sheet.ts';
import { stylesOf } from './styles.ts';

type WorkbookOptions = { title: string; style: FileStyle /** For tests. */; maxRows?: number };

/** Limit of the format, the heading included. */
const maxSheetRows = 1_048_576;

/** Sizes in a zip have 32 bits; a sheet ends before it reaches them. */
const maxSheetBytes = 3_500_000_000;

export async function* writeWorkbook(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly string[]>,
  { title, style, maxRows = maxSheetRows }: WorkbookOptions,
): AsyncGenerator<Uint8Array> {
  const zip = openZip();
  const writeRow = rowWriter(columns);
  let sheets = 0;
  let row = 0;
  const begin = () => {
    sheets += 1;
    row = 1;
    zip.begin(`xl/worksheets/sheet${sheets}.xml`);
    return sheetHead(columns);
  };
  await zip.part('_rels/.rels', packageRelations);
  let text = begin();
  for await (const lines of batches) {
    for (const line of lines) {
      if (row === maxRows || zip.bytes() > maxSheetBytes) {
        await zip.write(text + sheetFoot(columns, row));
        await zip.end();
        text = begin();
      }
      row += 1;
      text += writeRow(line, row);
    }
    await zip.write(text);
    text = '';
    yield* zip.taken();
  }
  await zip.write(text + sheetFoot(columns, row));
  await zip.end();
  await zip.part('xl/styles.xml', stylesOf(style));
  await zip.part('xl/workbook.xml', workbookXml(title, sheets));
  await zip.part('xl/_rels/workbook.xml.rels', sheetRelations(sheets));
  await zip.part('[Content_Types].xml', contentTypes(sheets));
  zip.finish();
  yield* zip.taken();
}

/** fflate writes the container; zlib compresses the parts in another thread. */
function openZip() {
  let out: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    bytes += chunk.length;
    if (bytes > maxZipBytes) throw new Error('The workbook exceeds the maximum size of its format.');
    out.push(chunk);
  });
  let open = openPart(zip, '');
  const begin = (name: string) => {
    open = openPart(zip, name);
    zip.add(open.entry);
  };
  const part = async (name: string, text: string) => {
    begin(name);
    await open.write(text);
    await open.end();
  };
  return {
    begin,
    part,
    write: (text: string) => open.write(text),
    end: () => open.end(),
    bytes: () => open.entry.size,
    finish: () => zip.end(),
    taken: () => {
      const chunks = out;
      out = [];
      return chunks;
    },
  };
}

const maxZipBytes = 4_200_000_000;
const deflated = 8;

function openPart(zip: Zip, filename: string) {
  const entry = { filename, compression: deflated, crc: 0, size: 0, ondata: zip.ondata };
  const deflate = createDeflateRaw({ level: 3 });
  deflate.on('data', (chunk: Uint8Array<ArrayBuffer>) => entry.ondata(null, chunk, false));
  return {
    entry,
    write: async (text: string) => {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      await new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
    end: async () => {
      const ended = once(deflate, 'end');
      deflate.end();
      await ended;
      entry.ondata(null, new Uint8Array(), true);
    },
  };
}

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relations = (list: readonly string[]): string =>
  `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}</Relationships>`;

const packageRelations = relations([
  `<Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="xl/workbook.xml"/>`,
]);

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const sheetRelations = (sheets: number): string =>
  relations([
    ...numbersTo(sheets).map(
      (one) => `<Relationship Id="rId${one}" Type="${officeNamespace}/worksheet" Target="worksheets/sheet${one}.xml"/>`,
    ),
    `<Relationship Id="rId${sheets + 1}" Type="${officeNamespace}/styles" Target="styles.xml"/>`,
  ]);

const workbookXml = (title: string, sheets: number): string =>
  `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${officeNamespace}"><sheets>${numbersTo(sheets)
    .map((one) => `<sheet name="${one === 1 ? title : `${title} ${one}`}" sheetId="${one}" r:id="rId${one}"/>`)
    .join('')}</sheets></workbook>`;

const contentTypes = (sheets: number): string =>
  `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>${numbersTo(
    sheets,
  )
    .map((one) => `<Override PartName="/xl/worksheets/sheet${one}.xml" ContentType="${sheetType}.worksheet+xml"/>`)
    .join('')}</Types>`;
