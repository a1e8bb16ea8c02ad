// The columns of a file: for programs under names that stay, for people in their language. Each reads what it shows out of the
// fields of one row, as PostgreSQL writes them; how a cell is written is the format's (csv.ts, sheet.ts).

import { toDecimal } from '#domain/money.ts';
import type { Locale } from '#domain/settings.ts';

/**
 * What is in the cells of a column. `day` is 2026-11-16, `time` 2026-11-16 09:00:00+07 by the company's clock, `decimal` 12.50;
 * `hours` are given in minutes.
 */
export type CellKind = 'text' | 'day' | 'time' | 'whole' | 'decimal' | 'hours';

export type FileStyle = 'local' | 'plain';

type Fields = readonly (string | null)[];

export type Column = {
  /** For programs. */
  name: string;
  title: string;
  kind: CellKind;
  /** In characters, for sheets. */
  width: number;
  read: (fields: Fields) => string | null;
};

export type Described<Field extends string> = {
  name: string;
  title: (none: Record<string, never>, options: { locale: Locale }) => string;
  kind: CellKind;
  width: number;
  /** Left out in the other style. */
  only?: FileStyle;
  of: Field;
  /** Codes as people read them, in the style for people. */
  words?: Readonly<Record<string, (none: Record<string, never>, options: { locale: Locale }) => string>>;
  /** The field that names the currency of an amount. */
  currency?: Field;
};

/** `fields`: their order in the row. */
export const columnsOf = <Field extends string>(
  fields: readonly Field[],
  described: readonly Described<Field>[],
  { style, locale }: { style: FileStyle; locale: Locale },
): Column[] =>
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
  { of, words, currency }: Described<Field>,
  style: FileStyle,
  locale: Locale,
): Column['read'] {
  const place = fields.indexOf(of);
  if (currency !== undefined) {
    const currencyPlace = fields.indexOf(currency);
    return (row) => decimalOf(row[place], row[currencyPlace]);
  }
  if (words === undefined || style === 'plain') return (row) => row[place] ?? null;
  const said = new Map(Object.entries(words).map(([code, word]) => [code, word({}, { locale })]));
  return (row) => said.get(row[place] ?? '') ?? null;
}

const decimalOf = (amountMinor: string | null | undefined, currency: string | null | undefined): string | null =>
  typeof amountMinor === 'string' && typeof currency === 'string' ? toDecimal(BigInt(amountMinor), currency) : null;
