// Reads commands from the documents, so that tests run exactly what people read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The commands of the n-th shell block below a heading; a backslash at the end joins lines. */
export function commandsOf(file: string, heading: string, block: number): string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
  const [, section = ''] = text.split(new RegExp(`^#{2,3} ${heading}$`, 'm'));
  const blocks = [...(section.split(/^#{2} /m)[0]?.matchAll(/^```sh\n([\s\S]*?)^```$/gm) ?? [])];
  const body = blocks[block]?.[1] ?? '';
  return body
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
