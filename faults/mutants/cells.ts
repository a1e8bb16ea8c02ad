// Each cell of the permission table that is not the widest, widened; also in the rows that policies replace.

import { readFileSync } from 'node:fs';
import { roles } from '#domain/permissions.ts';
import { apiTests, type Mutant, numbered } from './mutant.ts';

const file = 'domain/permissions.ts';
const stages = [
  ['domain/permissions.test.ts'],
  apiTests('permissions', 'page-permissions', 'visibility', 'loggers', 'worklogs-for-others', 'policy-paths'),
];
/** A row of the table, in the file's own formatting. */
const row = /^ *'(?<action>[a-z.]+)': *row\((?<cells>[^)]*)\),?/gm;

export function cellMutants(root: string): Mutant[] {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  const nameOf = numbered();
  return [...text.matchAll(row)].flatMap((found) => {
    const [line = ''] = found;
    const name = nameOf(found.groups?.action ?? '');
    const cells = (found.groups?.cells ?? '').split(',').map((cell) => cell.trim());
    return roles.flatMap((role, column) => {
      const cell = cells[column];
      if (cell === "'all'") return [];
      const widened = cells.with(column, "'all'").join(', ');
      return {
        id: `${name}, ${role}: ${cell} → 'all'`,
        kind: 'cells' as const,
        edits: [{ file, from: line, to: line.replace(/row\([^)]*\)/, `row(${widened})`) }],
        stages,
      };
    });
  });
}
