// The files of migrations/ and their header options. Statements are sent one by one, in one transaction unless the file has the line
// `-- transaction: none`: then each has its own, and the whole file runs again after a failure or a kill.
// A statement below the line `-- repeat: for each company` is repeated, each time in a transaction, until it changes no row.
// `-- previous-release: refused`: a release without this file must no longer be started on the database.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Migration = { name: string; sql: string; checksum: string };

export type Statement = { text: string; isRepeated: boolean };

export function readMigrations(folder = join(import.meta.dirname, 'migrations')): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

export const isOneTransaction = ({ sql }: Migration): boolean => !/^-- transaction: none$/m.test(sql);

export const refusesPreviousRelease = ({ sql }: Migration): boolean => /^-- previous-release: refused$/m.test(sql);

/** A statement ends with a semicolon at the end of a line, outside dollar quotes. */
export function statementsOf({ sql }: Migration): Statement[] {
  const statements: Statement[] = [];
  let lines: string[] = [];
  let openQuote: string | null = null;
  for (const line of sql.split('\n')) {
    if (openQuote === null && lines.length === 0 && line.trim() === '') continue;
    lines.push(line);
    for (const [quote] of line.matchAll(/\$\w*\$/g)) {
      if (openQuote === null) openQuote = quote;
      else if (openQuote === quote) openQuote = null;
    }
    if (openQuote !== null || !line.trimEnd().endsWith(';') || line.startsWith('--')) continue;
    statements.push(statementOf(lines));
    lines = [];
  }
  if (lines.some((line) => !line.startsWith('--'))) statements.push(statementOf(lines));
  return statements;
}

function statementOf(lines: readonly string[]): Statement {
  const isRepeated = lines.includes('-- repeat: for each company');
  return { text: lines.filter((line) => !line.startsWith('--')).join('\n'), isRepeated };
}
