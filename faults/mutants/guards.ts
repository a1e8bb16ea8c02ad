// Each move of a worklog from a status that it may not start from, and each refusal of a move left out.

import { readFileSync } from 'node:fs';
import { laterMoves, moves, worklogStatuses } from '#domain/worklogs.ts';
import { apiTests, type Mutant } from './mutant.ts';

const file = 'domain/worklogs.ts';
const stages = [
  ['domain/worklogs.test.ts'],
  apiTests('worklogs', 'worklogs-for-others', 'closed-periods', 'attacks', 'races', 'history'),
];

export function guardMutants(root: string): Mutant[] {
  const text = readFileSync(`${root}/${file}`, 'utf8');
  return [...widerMoves(text), ...withoutRefusal(text)];
}

function widerMoves(text: string): Mutant[] {
  return laterMoves.flatMap((move) => {
    const found = new RegExp(`\\n  ${move}: \\{\\s*from: \\[[^\\]]*\\]`).exec(text)?.[0] ?? '';
    const others = [...worklogStatuses, 'deleted' as const].filter(
      (status) => !moves[move].from.some((one) => one === status),
    );
    return others.map((status) => ({
      id: `${move} also from ${status}`,
      kind: 'guards' as const,
      edits: [{ file, from: found, to: found.replace(/\]$/, `, '${status}']`) }],
      stages,
    }));
  });
}

const rules = ['moveRefusal', 'dismissRefusal', 'staleVersionRefusal'];

function withoutRefusal(text: string): Mutant[] {
  const body = /function moveRefusal\([\s\S]*?\n}/.exec(text)?.[0] ?? '';
  const lines = [...body.matchAll(/^ *if \((?<condition>.*)\) (?:return|\{).*$/gm)];
  return [
    ...lines.map(([line, condition = '']) => ({
      id: `moveRefusal without ${condition}`,
      kind: 'guards' as const,
      edits: [{ file, from: line, to: line.replace(`if (${condition})`, `if (false && (${condition}))`) }],
      stages,
    })),
    ...rules.slice(1).map((rule) => {
      const [from = '', head = ''] = new RegExp(`(export const ${rule} = [^=]*=>)\\s*[^;]*;`).exec(text) ?? [];
      return {
        id: `${rule} never refuses`,
        kind: 'guards' as const,
        edits: [{ file, from, to: `${head} null;` }],
        stages,
      };
    }),
  ];
}
