// The columns of a file: for programs under stable names, for people in their language. Each names the SQL of its value; the query
// selects these values in the order in which the columns read them. Formats decide how cells are written (csv.ts, sheet.ts).

import type { RawBuilder } from 'kysely';
import { toDecimal } from '#domain/money.ts';
import type { Locale } from '#domain/settings.ts';

/**
 * The values of a column: `day` is 2026-11-16, `time` 2026-11-16 09:00:00+07 in the company's time zone, `decimal` 12.50;
 * `hours` are given in minutes.
 */
export type CellKind = 'text' | 'day' | 'time' | 'whole' | 'decimal' | 'hours';

export type FileStyle = 'local' | 'plain';
export type FileWriting = { style: FileStyle; locale: Locale };

type Fields = readonly (string | null)[];

export type FileColumn = {
  /** Stable name, for programs. */
  name: string;
  title: string;
  kind: CellKind;
  /** In characters, for spreadsheets. */
  width: number;
  read: (fields: Fields) => string | null;
};

type Title = (none: Record<string, never>, options: { locale: Locale }) => string;

export type ColumnDefinition = {
  name: string;
  title: Title;
  kind: CellKind;
  width: number;
  /** Only in this style. */
  only?: FileStyle;
  /** The SQL of the value. Columns that share the same object share one value of the row. */
  of: RawBuilder<unknown>;
  /** Labels of codes, in the style for people; other values are written as they are. */
  words?: Readonly<Record<string, Title>>;
  /** The currency of an amount. */
  currency?: RawBuilder<unknown>;
};

/** The columns in this style, and the values that they read, in the order of a row. */
export function buildColumns(described: readonly ColumnDefinition[], { style, locale }: FileWriting) {
  const shown = described.filter(({ only = style }) => only === style);
  const values = [...new Set(shown.flatMap(({ of, currency }) => (currency ? [of, currency] : [of])))];
  const columns = shown.map(
    (column): FileColumn => ({
      name: column.name,
      title: style === 'plain' ? column.name : column.title({}, { locale }),
      kind: column.kind,
      width: column.width,
      read: readerOf(values, column, { style, locale }),
    }),
  );
  return { columns, selection: values.map((value, index) => value.as(`value${index}`)) };
}

export type ColumnSelection = ReturnType<typeof buildColumns>['selection'];

function readerOf(
  values: readonly RawBuilder<unknown>[],
  { of, words, currency }: ColumnDefinition,
  { style, locale }: FileWriting,
): FileColumn['read'] {
  const index = values.indexOf(of);
  if (currency !== undefined) {
    const currencyIndex = values.indexOf(currency);
    return (row) => decimalOf(row[index], row[currencyIndex]);
  }
  if (words === undefined || style === 'plain') return (row) => row[index] ?? null;
  const labels = new Map(Object.entries(words).map(([code, word]) => [code, word({}, { locale })]));
  return (row) => labels.get(row[index] ?? '') ?? row[index] ?? null;
}

const decimalOf = (amountMinor: string | null | undefined, currency: string | null | undefined): string | null =>
  typeof amountMinor === 'string' && typeof currency === 'string' ? toDecimal(BigInt(amountMinor), currency) : null;
