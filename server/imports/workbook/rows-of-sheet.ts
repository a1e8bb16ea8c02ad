// The rows of a sheet as lines of text, in its order and with its numbers: rows without text are left out. What a sheet claims about its
// size is not used. Formulas count with their last result.

import type { ListLine } from '#domain/people-list.ts';
import { Undecodable } from '../undecodable.ts';
import type { NumberKind } from './cell-kinds.ts';
import { textOfDate, textOfSerial } from './dates.ts';
import { unescapeText } from './shared-texts.ts';
import { type Attributes, readXml } from './xml.ts';

/** What cells refer to by number: texts, and kinds by style. `is1904`: the workbook counts days from 1904 on. */
type Shared = { texts: readonly string[]; kinds: readonly NumberKind[]; is1904: boolean };

type Reading = {
  /** Drawings on a sheet have elements of the same names. */
  isData: boolean;
  line: number;
  cells: string[];
  column: number;
  cell: Attributes;
  text: string;
  isText: boolean;
  isPronunciation: boolean;
};

/** Of the format. */
const maxRows = 1_048_576;
const maxColumns = 16_384;

export async function* rowsOfSheet(xml: AsyncIterable<Buffer>, shared: Shared): AsyncGenerator<ListLine> {
  const rows: ListLine[] = [];
  const reading: Reading = {
    isData: false,
    line: 0,
    cells: [],
    column: 0,
    cell: {},
    text: '',
    isText: false,
    isPronunciation: false,
  };
  yield* readXml(xml, rows, {
    open(name, attributes) {
      if (name === 'sheetData') reading.isData = true;
      else if (reading.isData) openElement(reading, name, attributes);
    },
    text(text) {
      if (reading.isText) reading.text += text;
    },
    close(name) {
      if (name === 'sheetData') reading.isData = false;
      else if (!reading.isData) return;
      else if (name === 'row') addRow(rows, reading);
      else if (name === 'c') addCell(reading, textOfCell(reading, shared));
      else if (name === 'rPh') reading.isPronunciation = false;
      else if (name === 'v' || name === 't') reading.isText = false;
    },
  });
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'row') {
    reading.line = lineAfter(reading.line, attributes.r);
    reading.cells = [];
    reading.column = 0;
  } else if (name === 'c') {
    reading.column = columnAfter(reading.column, attributes.r);
    reading.cell = attributes;
    reading.text = '';
  } else if (name === 'rPh') reading.isPronunciation = true;
  else if (name === 'v' || name === 't') reading.isText = !reading.isPronunciation;
}

/** Rows are in order; one without a number follows the last. */
function lineAfter(last: number, written: string | undefined): number {
  const line = written === undefined ? last + 1 : Number(written);
  if (!Number.isInteger(line) || line <= last || line > maxRows) throw new Undecodable('import.damaged');
  return line;
}

/** "AB12" is in column 28. */
function columnAfter(last: number, written: string | undefined): number {
  const [letters = ''] = /^[A-Z]*/.exec(written ?? '') ?? [];
  const column =
    written === undefined ? last + 1 : [...letters].reduce((sum, letter) => sum * 26 + valueOfLetter(letter), 0);
  if (column < 1 || column > maxColumns) throw new Undecodable('import.damaged');
  return column;
}

const valueOfLetter = (letter: string): number => letter.charCodeAt(0) - 64;

function addRow(rows: ListLine[], { line, cells }: Reading): void {
  if (cells.length > 0) rows.push({ line, cells });
}

function addCell({ cells, column }: Reading, text: string): void {
  if (text === '') return;
  while (cells.length < column - 1) cells.push('');
  cells[column - 1] = text;
}

function textOfCell({ cell, text }: Reading, { texts, kinds, is1904 }: Shared): string {
  const type = cell.t ?? 'n';
  if (text === '' || type === 'e') return text;
  if (type === 'str' || type === 'inlineStr') return unescapeText(text);
  if (type === 's') return sharedText(texts, text);
  if (type === 'b') return String(text === '1' || text === 'true');
  if (type === 'd') return textOfDate(text, is1904);
  const value = Number(text);
  if (Number.isNaN(value)) return text;
  const kind = kinds[Number(cell.s ?? 0)] ?? 'number';
  return kind === 'number' ? String(value) : textOfSerial(value, { isLength: kind === 'length', is1904 });
}

function sharedText(texts: readonly string[], place: string): string {
  const text = texts[Number(place)];
  if (text === undefined) throw new Undecodable('import.damaged');
  return text;
}
