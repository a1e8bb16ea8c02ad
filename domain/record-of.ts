// A record with one value for each of the given names: the typed form of Object.fromEntries.

export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name): readonly unknown[] => [name, make(name)]));
}
