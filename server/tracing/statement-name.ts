// The name of a statement: what it does to which table or function. Nothing else of its text becomes part of a trace.

const names = new Map<string, string>();
/** Statements whose text varies, such as those with lists, must not fill the memory. */
const maxNames = 2_000;

const target = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?|^\s*select\s+"?([a-z_]+)"?\(/;

export function statementName(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const [, verb = 'statement'] = /^\s*([a-z]+)\b/.exec(text) ?? [];
  const [, table, called] = target.exec(text) ?? [];
  const name = [verb, table ?? called].filter((word) => word !== undefined).join(' ');
  if (names.size < maxNames) names.set(text, name);
  return name;
}
