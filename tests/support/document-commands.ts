// Commands as they stand in the documents, so that tests run what people read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lines of the n-th shell block below a heading; a line that ends with a backslash goes on. */
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
