// A mutant: the product with one rule of access removed. Every one of them must make a test fail.

export type Edit = { file: string; from: string; to: string };

export type Mutant = {
  id: string;
  kind: Kind;
  /** Changes of the source, or statements on the migrated database. */
  edits?: readonly Edit[];
  sql?: string;
  /** Test files by increasing duration; the next ones run only if all of the previous ones pass. */
  stages: readonly (readonly string[])[];
};

export const kinds = ['cells', 'guards', 'predicates', 'policies', 'keys'] as const;
/** Cells of the permission table, guards of moves, conditions of queries, row-level security, foreign keys. */
export type Kind = (typeof kinds)[number];

export const apiTests = (...names: readonly string[]) => names.map((name) => `tests/api/${name}.test.ts`);

/** Names of places in a file that stay when lines are added: the second of the same name is called `… (2)`. */
export function numbered(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
}
