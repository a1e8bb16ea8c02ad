// Builds minimal XLSX files, so that tests can also create broken and malicious ones.
import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string; content: Buffer; claimsBytes?: number };

export function zipOf(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimsBytes = content.length } of entries) {
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(claimsBytes, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), packed]);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

const xml = (text: string): Buffer => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const column = (index: number): string => String.fromCharCode(65 + index);

type Cell = string | Date;

const cellOf = (cell: Cell, at: string): string =>
  typeof cell === 'string' ? textCellOf(cell, at) : `<c r="${at}" t="d"><v>${cell.toISOString()}</v></c>`;

const textCellOf = (text: string, at: string): string =>
  text.startsWith('=')
    ? `<c r="${at}" t="str"><f>${escaped(text.slice(1))}</f><v>computed</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;

const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  rows
    .map((cells, row) => {
      const inside = cells.map((cell, index) => (cell === '' ? '' : cellOf(cell, `${column(index)}${row + 1}`)));
      return `<row r="${row + 1}">${inside.join('')}</row>`;
    })
    .join('');

/** A cell that begins with `=` is a formula, a Date is a date. */
export const xlsxOf = (rows: readonly (readonly Cell[])[]): Buffer => workbookOf(sheetXml(rows));

export const workbookOf = (sheetRows: string, claimsBytes?: number): Buffer => workbookWith(sheetRows, { claimsBytes });

/** XML inside of the elements of a workbook. */
type Parts = {
  claimsBytes?: number | undefined;
  /** Attributes of `workbookPr`. */
  properties?: string;
  sheets?: string;
  /** Formats of numbers, the first with the number 164, and which of all formats each style has. */
  formats?: readonly string[];
  styles?: readonly number[];
  texts?: string;
  /** Of the part with the texts. */
  documentType?: string;
  afterRows?: string;
};

export const workbookWith = (sheetRows: string, parts: Parts): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: xml(
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      content: xml(
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr ${parts.properties ?? ''}/><sheets>${parts.sheets ?? '<sheet name="People" sheetId="1" r:id="rId1"/>'}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: xml(
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId4" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId5" Type="${office}/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: xml(
        `<worksheet xmlns="${main}"><dimension ref="A1"/><sheetData>${sheetRows}</sheetData>${parts.afterRows ?? ''}</worksheet>`,
      ),
      ...(parts.claimsBytes === undefined ? {} : { claimsBytes: parts.claimsBytes }),
    },
    {
      name: 'xl/worksheets/sheet2.xml',
      content: xml(`<worksheet xmlns="${main}"><sheetData>${sheetXml([['second']])}</sheetData></worksheet>`),
    },
    {
      name: 'xl/sharedStrings.xml',
      content: xml(`${parts.documentType ?? ''}<sst xmlns="${main}">${parts.texts ?? ''}</sst>`),
    },
    { name: 'xl/styles.xml', content: stylesXml(parts.formats ?? [], parts.styles ?? []) },
  ]);

const stylesXml = (formats: readonly string[], styles: readonly number[]): Buffer => {
  const own = formats.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>`);
  const cells = styles.map((format) => `<xf numFmtId="${format}"/>`);
  return xml(
    `<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cells.join('')}</cellXfs><cellStyles><cellStyle name="Normal" xfId="0"/></cellStyles></styleSheet>`,
  );
};
