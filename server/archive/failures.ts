// Errors of PostgreSQL about rows of an archive, as sentences that name the file, the line and what to do. Others are thrown as they are.

import pg from 'pg';
import { StartRefusal } from '../start-refusal.ts';

type Place = { file: string; name: string };

/** Classes of SQLSTATE: wrong data, a violated constraint, an exception of a trigger. */
const aboutRows = /^(22|23|P0)/;

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
  return new StartRefusal(
    `${file}: ${place}: ${error.message}${detail}.`,
    'Nothing was imported. Export the company again; if it fails again, examine the installation it is from: npm run doctor.',
  );
}

const maxDetailLength = 300;

/** A row that a check of the import found. */
export const rowRefusal = ({ file, name }: Place, row: number | string, problem: string): StartRefusal =>
  new StartRefusal(`${file}: ${name}, row ${row}: ${problem}.`, 'Nothing was imported. Export the company again.');
