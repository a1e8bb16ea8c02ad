// Parses and writes search parameters for the router: plain strings, no JSON.

/** `?a=1&b=2&b=3` ↔ `{ a: '1', b: ['2', '3'] }` */
export function parseSearch(text: string): Record<string, string | string[]> {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const single of Array.isArray(value) ? value : [value])
      if (single !== undefined) query.append(name, String(single));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
