// Plain records with types: made of names, and recognised in unknown values.

/** One value for each of the given names: the typed form of Object.fromEntries. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, make(name)]));
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
