// Why an archive is not imported: sentences for the operator at the terminal, and a reason for the browser, whose sentence names the file in
// the archive and the line, but nothing that PostgreSQL says. Errors of PostgreSQL that are not about rows are thrown as they are.

import pg from 'pg';
import { type ReasonCode, type Refusal, refuse } from '#domain/reasons.ts';
import { StartRefusal } from '../start-refusal.ts';

export class ArchiveRefusal extends StartRefusal {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, ...sentences: string[]) {
    super(...sentences);
    this.refusal = refusal;
  }
}

type Code = ReasonCode & `archive.${string}`;

const refusalOf = (code: Code, params: NonNullable<Refusal['params']> = {}): Refusal =>
  refuse(code, { path: 'file', params });

/** It is not an archive at all, or incomplete. */
export const notComplete = (...sentences: string[]): ArchiveRefusal =>
  new ArchiveRefusal(refusalOf('archive.not-complete'), ...sentences);

/** A file in it is missing, damaged, or was not written by an export. */
export const damagedFile = (file: string, ...sentences: string[]): ArchiveRefusal =>
  new ArchiveRefusal(refusalOf('archive.damaged', { file: file.slice(0, maxNameLength) }), ...sentences);

export const newerVersion = (...sentences: string[]): ArchiveRefusal =>
  new ArchiveRefusal(refusalOf('archive.newer'), ...sentences);

const maxNameLength = 100;

type Place = { file: string; name: string };

/** Classes of SQLSTATE: wrong data, a violated constraint, more than the database can store or parse, an exception of a trigger. */
const aboutRows = /^(22|23|54|P0)/;

export function refusalOfRows(error: unknown, { file, name }: Place, row: number | null = null): unknown {
  if (!(error instanceof pg.DatabaseError) || !aboutRows.test(error.code ?? '')) return error;
  const [, line, column] = /line (\d+)(?:, column (\w+))?/.exec(error.where ?? '') ?? [];
  const place = [
    name,
    ...(line ? [`line ${line}`] : []),
    ...(row === null ? [] : [`row ${row}`]),
    ...(column ? [`column ${column}`] : []),
  ].join(', ');
  const detail = error.detail ? ` (${error.detail.slice(0, maxDetailLength)})` : '';
  const named = column ? `${name} (${column})` : name;
  const refusal = line
    ? refusalOf('archive.wrong-line', { file: named, line: Number(line) })
    : row === null
      ? refusalOf('archive.wrong-table', { file: named })
      : refusalOf('archive.wrong-row', { file: named, row });
  return new ArchiveRefusal(
    refusal,
    `${file}: ${place}: ${error.message}${detail}.`,
    'Nothing was imported. Export the company again; if it fails again, examine the installation it is from: npm run doctor.',
  );
}

const maxDetailLength = 300;

/** A row that a check of the import found. */
export const rowRefusal = ({ file, name }: Place, row: number | string, problem: string): ArchiveRefusal =>
  new ArchiveRefusal(
    refusalOf('archive.wrong-row', { file: name, row: Number(row) }),
    `${file}: ${name}, row ${row}: ${problem}.`,
    'Nothing was imported. Export the company again.',
  );

/** A value that no request could have stored. */
export const valueRefusal = ({ file, name }: Place, { row, column }: { row: string; column: string }): ArchiveRefusal =>
  new ArchiveRefusal(
    refusalOf('archive.wrong-value', { file: name, row: Number(row), column }),
    `${file}: ${name}, row ${row}, column ${column}: Daybook never stores this value.`,
    'Nothing was imported. Export the company again.',
  );

/** A table whose rows as a whole are wrong. */
export const tableRefusal = (name: string, sentence: string): ArchiveRefusal =>
  new ArchiveRefusal(refusalOf('archive.wrong-table', { file: name }), sentence);
