// A table as the sheets of a workbook (Office Open XML): a bold heading that stays in sight, numbers as numbers, days as days,
// text as text. Text is never a formula: cells carry it inline, and what looks like one is marked as text, so that it still
// is after somebody has edited the cell.

import { fieldsOf } from '../db/copy-out.ts';
import type { CellKind, Column } from './columns.ts';
import { mainNamespace, xmlHead } from './namespaces.ts';
import { cellStyle } from './styles.ts';

export const sheetHead = (columns: readonly Column[]): string =>
  `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ title }, index) => inlineText(`${letterOf(index)}1`, title, cellStyle.heading))
    .join('')}</row>`;

/** `lastRow`: of all rows, the heading included. */
export const sheetFoot = (columns: readonly Column[], lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${letterOf(columns.length - 1)}${lastRow}"/></worksheet>`;

export function rowWriter(columns: readonly Column[]): (line: string, row: number) => string {
  const cells = columns.map(({ kind, read }, index) => ({ read, letter: letterOf(index), write: writerOf(kind) }));
  return (line, row) => {
    const fields = fieldsOf(line);
    let xml = `<row r="${row}">`;
    for (const { read, letter, write } of cells) {
      const raw = read(fields);
      if (raw !== null && raw !== '') xml += write(letter + row, raw);
    }
    return `${xml}</row>`;
  };
}

type Write = (place: string, raw: string) => string;

function writerOf(kind: CellKind): Write {
  switch (kind) {
    case 'text':
      return (place, raw) => inlineText(place, raw, looksLikeFormula.test(raw) ? cellStyle.quoted : cellStyle.text);
    case 'whole':
      return (place, raw) => number(place, raw, cellStyle.whole);
    case 'decimal':
      return (place, raw) => number(place, raw, decimalStyle(raw));
    case 'hours':
      return (place, raw) => number(place, String(Number(raw) / 60), cellStyle.hours);
    case 'day': {
      const dayNumber = rememberedDays();
      return (place, raw) => number(place, String(dayNumber(raw)), cellStyle.day);
    }
    case 'time': {
      const dayNumber = rememberedDays();
      return (place, raw) =>
        number(place, String(dayNumber(raw.slice(0, 10)) + secondsOf(raw) / secondsOfDay), cellStyle.time);
    }
  }
}

const number = (place: string, value: string, style: number): string =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`;

const inlineText = (place: string, text: string, style: number): string =>
  `<c r="${place}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapedXml(text)}</t></is></c>`;

/** By the decimals that the currency has. */
function decimalStyle(raw: string): number {
  const point = raw.indexOf('.');
  const decimals = point === -1 ? 0 : raw.length - point - 1;
  return (
    [cellStyle.decimal0, cellStyle.decimal2, cellStyle.decimal2, cellStyle.decimal3][decimals] ?? cellStyle.decimal4
  );
}

const looksLikeFormula = /^[\s'"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r]/;

const secondsOfDay = 86_400;

const secondsOf = (raw: string): number =>
  Number(raw.slice(11, 13)) * 3_600 + Number(raw.slice(14, 16)) * 60 + Number(raw.slice(17, 19));

/** Days since the eve of 1900, as spreadsheets count them. The same few hundred days are in all rows. */
function rememberedDays(): (day: string) => number {
  const known = new Map<string, number>();
  return (day) => {
    const days = known.get(day) ?? Date.parse(`${day}T00:00:00Z`) / (secondsOfDay * 1_000) + 25_569;
    known.set(day, days);
    return days;
  };
}

/** A, B … Z, AA: no table has more columns than that. */
const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${String.fromCharCode(65 + index - 26)}`;

/**
 * What XML cannot hold is written as the format has it, _x0001_; and so is what would be read as such. A line break is a line
 * feed alone.
 */
const special = /[&<>"\uFFFE\uFFFF]|[^\P{Cc}\t\n]|_(?=x[\dA-Fa-f]{4}_)/gu;
const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapedXml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(
      special,
      (sign) => names[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
