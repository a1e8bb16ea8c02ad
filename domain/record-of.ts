// A record with one value for each of the given names: the typed form of Object.fromEntries.

export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, make(name)]));
}

/**
 * The same for names whose values differ in type. TypeScript cannot relate the type of a value to its name: `make` takes both from
 * one row of a table. The only place of the code that relies on this.
 */
export function recordByName<Values, Name extends string>(
  names: readonly Name[],
  make: (name: Name) => unknown,
): Values {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, make(name)]));
}
