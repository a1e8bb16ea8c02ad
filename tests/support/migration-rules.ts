// Statements that a migration must not contain, because they would lock a table in use for longer than a moment at a million rows.
// Checks the text of the file without the bodies of functions. docs/STYLE.md explains the rules.
import type { Migration } from '#server/db/migration-files.ts';

/** The violations in the file, one sentence each. */
export function brokenRules({ sql }: Pick<Migration, 'sql'>): string[] {
  const isOneTransaction = !/^-- transaction: none$/m.test(sql);
  const text = withoutBodies(sql).replaceAll(/^--.*$/gm, '');
  const created = new Set([...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table));
  const statements = text.split(';').map((statement) => statement.trim().replaceAll(/\s+/g, ' '));
  const findings = statements.flatMap((statement) => brokenBy(statement, created, isOneTransaction));
  const limit = isOneTransaction ? /^set local lock_timeout = '\d+(ms|s)';$/m : /^set lock_timeout = '\d+(ms|s)';$/m;
  if (!limit.test(sql)) findings.push('sets no lock_timeout');
  if (isOneTransaction || !/^-- repeat: /m.test(sql)) return findings;
  return /^-- repeat: for each company$/m.test(sql) ? findings : [...findings, 'repeats in a way that is not known'];
}

function brokenBy(statement: string, created: ReadonlySet<string | undefined>, isOneTransaction: boolean): string[] {
  const [, isConcurrent, ifNotExists, indexed] =
    /^create (?:unique )?index (concurrently )?(if not exists )?(?:\w+ )?on (?:only )?(\w+)/i.exec(statement) ?? [];
  const [, altered, change = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/i.exec(statement) ?? [];
  const [, changed] = /^(?:update|delete from) (\w+)/i.exec(statement) ?? [];
  const findings: string[] = [];
  const isOld = (table: string | undefined) => table !== undefined && !created.has(table);
  if (isOld(indexed) && !isConcurrent) findings.push(`builds an index on ${indexed} without concurrently`);
  if (isConcurrent && isOneTransaction) findings.push('builds an index concurrently without "-- transaction: none"');
  if (isConcurrent && !ifNotExists) findings.push('builds an index concurrently without "if not exists"');
  if (isOld(altered)) findings.push(...brokenByChange(change).map((finding) => `${finding} ${altered}`));
  if (isOld(changed) && isOneTransaction) findings.push(`changes rows of ${changed} outside of batches`);
  return findings;
}

function brokenByChange(change: string): string[] {
  const actions: readonly (readonly [RegExp, string])[] = [
    [/\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/i, 'adds a constraint, not "not valid", to'],
    [/\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/i, 'builds an index inside of'],
    [/\badd column (?:if not exists )?\w+ [^,]*\b(?:unique|primary key)\b/i, 'builds an index inside of'],
    [/\balter (?:column )?\w+ (?:set data )?type\b/i, 'rewrites'],
    [/\badd (?:column )?[^,]*\bgenerated always as \(/i, 'rewrites'],
    [/\badd (?:column )?[^,]*\bdefault (?:gen_random_uuid|clock_timestamp|random|nextval)\b/i, 'rewrites'],
    [/\badd (?:constraint \w+ )?check\b.*\bvalidate\b/i, 'validates in the same statement a constraint of'],
  ];
  return actions.filter(([pattern]) => pattern.test(change)).map(([, finding]) => finding);
}

const withoutBodies = (sql: string): string => sql.replaceAll(/\bas (\$\w*\$)[\s\S]*?\1/gi, '');
