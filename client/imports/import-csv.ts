// CSV files of the import: a sample, and the rows with problems and their reasons, to be corrected and imported again.

import type { ImportRow } from '#contract/imports.ts';
import { toCsv } from '#domain/csv.ts';
import { m } from '#locales/messages.js';
import { roleLabel } from '../role-labels.ts';
import { downloadText } from '../ui/download-text.ts';
import { importStateText } from './import-texts.ts';

const headers = () => [m.users_email(), m.users_name(), m.users_role()];

export const saveSample = (): void =>
  save(m.users_import_sample_file(), [
    headers(),
    ['budi@example.com', 'Budi Santoso', roleLabel('manager')],
    ['lina@example.com', 'Lina Wijaya', roleLabel('worker')],
  ]);

type Row = Pick<ImportRow, 'line' | 'email' | 'name' | 'role' | 'verdict'>;

export const saveRows = (rows: readonly Row[]): void =>
  save(m.users_import_rows_file(), [
    [...headers(), m.users_import_line(), m.users_import_happens()],
    ...rows.map((row) => [row.email, row.name, row.role, String(row.line), importStateText({ ...row, mail: null })]),
  ]);

function save(name: string, rows: readonly (readonly string[])[]): void {
  downloadText(`${name}.csv`, toCsv(rows), 'text/csv');
}
