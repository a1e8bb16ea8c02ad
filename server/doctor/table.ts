// The printed result of the doctor: one line per check, and for each finding the company and an example.

export type Finding = { name: string; count: number; example: string | null };
type Found = ReadonlyMap<string, readonly (Omit<Finding, 'name'> & { where: string })[]>;

export function tableOf(found: Found): { text: string; isSound: boolean } {
  const width = Math.max(0, ...[...found.keys()].map((name) => name.length));
  const lines: string[] = [];
  for (const [name, companies] of found) {
    const wrong = companies.filter(({ count }) => count > 0);
    const count = wrong.reduce((sum, one) => sum + one.count, 0);
    lines.push(`  ${count === 0 ? '✓' : '✗'} ${name.padEnd(width)}  ${count === 0 ? 'yes' : `${count} wrong`}`);
    for (const { where, example } of wrong) lines.push(`      ${where}, for example ${example ?? ''}`);
  }
  const isSound = lines.every((line) => line.startsWith('  ✓'));
  const advice = isSound
    ? []
    : ['  What is wrong with sums: npm run doctor -- --rebuild. Anything else: see docs/operating.md.'];
  return { text: [...lines, ...advice].join('\n'), isSound };
}
