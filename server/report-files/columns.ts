// The columns of a file: for programs under stable names, for people in their language. Each reads its value from the fields of one
// row as PostgreSQL formats them; each format decides how cells are written (csv.ts, sheet.ts).

import { toDecimal } from '#domain/money.ts';
import type { Locale } from '#domain/settings.ts';

/**
 * The values of a column: `day` is 2026-11-16, `time` 2026-11-16 09:00:00+07 in the company's time zone, `decimal` 12.50;
 * `hours` are given in minutes.
 */
export type CellKind = 'text' | 'day' | 'time' | 'whole' | 'decimal' | 'hours';

export type FileStyle = 'local' | 'plain';

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

export type ColumnDefinition<Field extends string> = {
  name: string;
  title: (none: Record<string, never>, options: { locale: Locale }) => string;
  kind: CellKind;
  width: number;
  /** Only in this style. */
  only?: FileStyle;
  of: Field;
  /** Labels of codes, in the style for people. */
  words?: Readonly<Record<string, (none: Record<string, never>, options: { locale: Locale }) => string>>;
  /** The field that names the currency of an amount. */
  currency?: Field;
};

/** `fields`: the order of the fields in a row. */
export const buildColumns = <Field extends string>(
  fields: readonly Field[],
  described: readonly ColumnDefinition<Field>[],
  { style, locale }: { style: FileStyle; locale: Locale },
): FileColumn[] =>
  described
    .filter(({ only = style }) => only === style)
    .map((column) => ({
      name: column.name,
      title: style === 'plain' ? column.name : column.title({}, { locale }),
      kind: column.kind,
      width: column.width,
      read: readerOf(fields, column, style, locale),
    }));

function readerOf<Field extends string>(
  fields: readonly Field[],
  { of, words, currency }: ColumnDefinition<Field>,
  style: FileStyle,
  locale: Locale,
): FileColumn['read'] {
  const index = fields.indexOf(of);
  if (currency !== undefined) {
    const currencyIndex = fields.indexOf(currency);
    return (row) => decimalOf(row[index], row[currencyIndex]);
  }
  if (words === undefined || style === 'plain') return (row) => row[index] ?? null;
  const labels = new Map(Object.entries(words).map(([code, word]) => [code, word({}, { locale })]));
  return (row) => labels.get(row[index] ?? '') ?? null;
}

const decimalOf = (amountMinor: string | null | undefined, currency: string | null | undefined): string | null =>
  typeof amountMinor === 'string' && typeof currency === 'string' ? toDecimal(BigInt(amountMinor), currency) : null;
