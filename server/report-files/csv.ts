// Writes a table as CSV (RFC 4180, UTF-8 with a byte-order mark, without which Excel assumes Windows-1252). Numbers and days are
// written as such; text that a spreadsheet would run as a formula is escaped (domain/csv.ts).

import { cellBreaks, escapeFormula } from '#domain/csv.ts';
import { dateFormat } from '#domain/intl.ts';
import type { Locale } from '#domain/settings.ts';
import { fieldsOf } from '../db/copy-out.ts';
import type { CellKind, FileColumn, FileWriting } from './columns.ts';

type Write = (raw: string) => string;

export async function* writeCsv(
  columns: readonly FileColumn[],
  batches: AsyncIterable<readonly string[]>,
  writing: FileWriting,
): AsyncGenerator<string> {
  const separator = separatorOf(writing);
  const writers = columns.map(({ kind, read }) => ({ read, write: writerOf(kind, writing) }));
  let text = `\uFEFF${columns.map(({ title }) => textCell(title)).join(separator)}\r\n`;
  for await (const lines of batches) {
    for (const line of lines) {
      const fields = fieldsOf(line);
      let row = '';
      for (const { read, write } of writers) {
        const raw = read(fields);
        row += raw === null ? separator : separator + write(raw);
      }
      text += `${row.slice(1)}\r\n`;
    }
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Spreadsheets in languages with decimal commas expect semicolons. */
const separatorOf = (writing: FileWriting): string => (decimalSeparatorOf(writing) === ',' ? ';' : ',');

const decimalSeparatorOf = ({ style, locale }: FileWriting): string =>
  style === 'local' && locale === 'id' ? ',' : '.';

function writerOf(kind: CellKind, writing: FileWriting): Write {
  const decimalSeparator = decimalSeparatorOf(writing);
  const isPlain = writing.style === 'plain';
  switch (kind) {
    case 'text':
      return textCell;
    case 'whole':
      return (raw) => raw;
    case 'decimal':
      return (raw) => raw.replace('.', decimalSeparator);
    case 'hours':
      return (raw) => hoursText(Number(raw)).replace('.', decimalSeparator);
    case 'day':
      return isPlain ? (raw) => raw : localDay(writing.locale);
    case 'time': {
      const day = localDay(writing.locale);
      return isPlain ? isoTime : (raw) => `${day(raw.slice(0, 10))} ${raw.slice(11, 16)}`;
    }
  }
}

const hoursText = (minutes: number): string => (minutes / 60).toFixed(2);

/** 2026-11-16T09:00:00+07:00: wall time in the company's zone, and an unambiguous instant. */
function isoTime(raw: string): string {
  const [, day, time, offset = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.\d+)?([+-].+)$/.exec(raw) ?? [];
  return `${day}T${time}${offset.includes(':') ? offset : `${offset}:00`}`;
}

/**
 * The date format of the language, which spreadsheets in that language parse. In English the month is a word, because 3/4 is
 * ambiguous.
 */
function localDay(locale: Locale): Write {
  const format =
    locale === 'id'
      ? dateFormat('id-ID', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' })
      : dateFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const known = new Map<string, string>();
  return (day) => {
    const text = known.get(day) ?? format.format(new Date(`${day}T00:00:00Z`));
    known.set(day, text);
    return text;
  };
}

/** Text with any common separator is quoted. Negative numbers are not escaped as formulas. */
const needsQuotes = new RegExp(`["${cellBreaks}]|^\\s|\\s$`);
const plainNumber = /^-?\d+(?:[.,]\d+)?$/;

function textCell(text: string): string {
  const safe = plainNumber.test(text) ? text : escapeFormula(text);
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
