// A table as sheets of a workbook (Office Open XML): a bold, frozen heading, numbers as numbers, days as days, text as text. Text is
// never a formula: cells contain it inline, and text that looks like a formula is marked as quoted, so that it stays text after
// somebody edits the cell.

import { looksLikeFormula } from '#domain/csv.ts';
import { fieldsOf } from '../db/copy-out.ts';
import type { CellKind, FileColumn } from './columns.ts';
import { mainNamespace, xmlHead } from './namespaces.ts';
import { cellStyle } from './styles.ts';

export const sheetHead = (columns: readonly FileColumn[]): string =>
  `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ title }, index) => inlineText(`${columnLetter(index)}1`, title, cellStyle.heading))
    .join('')}</row>`;

/** `lastRow` includes the heading. */
export const sheetFoot = (columns: readonly FileColumn[], lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${columnLetter(columns.length - 1)}${lastRow}"/></worksheet>`;

export function rowWriter(columns: readonly FileColumn[]): (line: string, row: number) => string {
  const cells = columns.map(({ kind, read }, index) => ({ read, letter: columnLetter(index), write: writerOf(kind) }));
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

type Write = (ref: string, raw: string) => string;

function writerOf(kind: CellKind): Write {
  switch (kind) {
    case 'text':
      return (ref, raw) => inlineText(ref, raw, looksLikeFormula(raw) ? cellStyle.quoted : cellStyle.text);
    case 'whole':
      return (ref, raw) => number(ref, raw, cellStyle.whole);
    case 'decimal':
      return (ref, raw) => number(ref, raw, decimalStyle(raw));
    case 'hours':
      return (ref, raw) => number(ref, String(Number(raw) / 60), cellStyle.hours);
    case 'day': {
      const dayNumber = cachedDayNumbers();
      return (ref, raw) => number(ref, String(dayNumber(raw)), cellStyle.day);
    }
    case 'time': {
      const dayNumber = cachedDayNumbers();
      return (ref, raw) =>
        number(ref, String(dayNumber(raw.slice(0, 10)) + secondsOf(raw) / secondsOfDay), cellStyle.time);
    }
  }
}

const number = (ref: string, value: string, style: number): string => `<c r="${ref}" s="${style}"><v>${value}</v></c>`;

const inlineText = (ref: string, text: string, style: number): string =>
  `<c r="${ref}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapedXml(text)}</t></is></c>`;

/** By the number of decimals of the currency. */
function decimalStyle(raw: string): number {
  const point = raw.indexOf('.');
  const decimals = point === -1 ? 0 : raw.length - point - 1;
  return (
    [cellStyle.decimal0, cellStyle.decimal2, cellStyle.decimal2, cellStyle.decimal3][decimals] ?? cellStyle.decimal4
  );
}

const secondsOfDay = 86_400;

const secondsOf = (raw: string): number =>
  Number(raw.slice(11, 13)) * 3_600 + Number(raw.slice(14, 16)) * 60 + Number(raw.slice(17, 19));

/** Spreadsheet day numbers (days since 1899-12-30), cached because rows share a few hundred days. */
function cachedDayNumbers(): (day: string) => number {
  const known = new Map<string, number>();
  return (day) => {
    const days = known.get(day) ?? Date.parse(`${day}T00:00:00Z`) / (secondsOfDay * 1_000) + 25_569;
    known.set(day, days);
    return days;
  };
}

/** A, B … Z, AA …; no table has more columns. */
const columnLetter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${String.fromCharCode(65 + index - 26)}`;

/**
 * Characters that XML cannot contain are written as _x0001_, and text that looks like such an escape is escaped too. Line breaks
 * become a single line feed.
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
